/** Builds dist/explorer/: the page of `git ralph explore`, one file per view, nothing loaded from elsewhere. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const PAGE = `${root}src/explorer/page/`
const OUT = `${root}dist/explorer/`

export async function buildExplorer() {
  const common = { bundle: true, minify: true, target: 'es2023', logLevel: 'warning', legalComments: 'none' }
  const name = (path) => path.slice(path.lastIndexOf('/') + 1)
  const worker = await build({
    ...common,
    entryPoints: [`${PAGE}graph/layout-worker.ts`],
    outdir: OUT,
    entryNames: '[name]-[hash]',
    format: 'esm',
    write: false,
  })
  const built = await build({
    ...common,
    absWorkingDir: root,
    entryPoints: [`${PAGE}main.tsx`],
    outdir: OUT,
    format: 'esm',
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { LAYOUT_WORKER: JSON.stringify(name(worker.outputFiles[0].path)) },
    metafile: true,
    write: false,
  })
  const first = await build({
    ...common,
    entryPoints: [`${PAGE}shell/first-paint.ts`],
    outdir: OUT,
    entryNames: '[name]-[hash]',
    format: 'iife',
    write: false,
  })
  const style = await buildStyle()
  const main = name(
    built.outputFiles.find(({ path }) => /\/main-[^/]*\.js$/.test(path.replaceAll('\\', '/'))).path,
  )
  const theme = first.outputFiles[0]
  const head = [
    `<script src="${name(theme.path)}"></script>`,
    `<link rel="stylesheet" href="${style.name}" />`,
    `<script type="module" src="${main}"></script>`,
  ]
  const html = readFileSync(`${PAGE}index.html`, 'utf8').replace('<!-- built files -->', head.join('\n    '))
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  for (const { path, contents } of [...built.outputFiles, ...worker.outputFiles, theme])
    writeFileSync(path, contents)
  writeFileSync(OUT + style.name, style.code)
  writeFileSync(`${OUT}index.html`, html)
}

/** One sheet from those beside the views; the shell's come first, so that views can say otherwise. */
async function buildStyle() {
  const files = readdirSync(PAGE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .toSorted()
  const early = files.filter((file) => file.startsWith('shell'))
  const sheets = [...early, ...files.filter((file) => !early.includes(file))]
  const text = sheets.map((file) => readFileSync(PAGE + file, 'utf8')).join('\n')
  const { code } = await transform(text, { loader: 'css', minify: true, target: 'chrome123' })
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase()
  return { name: `style-${hash}.css`, code }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildExplorer()
