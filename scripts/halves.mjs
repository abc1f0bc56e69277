/**
 * A command in two files: dist/cli/<name>.cjs is what every run of it needs, dist/later/<name>.cjs is what is behind an import().
 * esbuild splits ESM alone, so that is made first; then each half becomes CommonJS.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

/**
 * `source` holds the entry points or stdin of an esbuild build, `first` the plugins that resolve what is written in our sources,
 * `second` those for what is left after that.
 */
export async function buildInHalves(name, source, { options, first, second }) {
  const dir = mkdtempSync('dist/halves-')
  try {
    const { metafile } = await build({
      ...options,
      ...source,
      minify: false,
      format: 'esm',
      supported: {},
      splitting: true,
      outdir: dir,
      outExtension: { '.js': '.mjs' },
      entryNames: 'entry',
      chunkNames: '[name]-[hash]',
      metafile: true,
      plugins: first,
    })
    const chunks = new Map(Object.entries(metafile.outputs).map(([path, chunk]) => [basename(path), chunk]))
    const now = reachable(chunks, 'entry.mjs')
    const later = [...chunks.keys()].filter((chunk) => !now.has(chunk))
    await build({
      ...options,
      stdin: { contents: entryOfNow(chunks, now, later), resolveDir: dir },
      outfile: `dist/cli/${name}.cjs`,
      plugins: [otherFiles, fetchedLater(name, now), ...second],
    })
    if (later.length === 0) return
    await build({
      ...options,
      stdin: { contents: entryOfLater(later), resolveDir: dir },
      outfile: `dist/later/${name}.cjs`,
      plugins: [otherFiles, handedOver(name, chunks, now), ...second],
    })
  } finally {
    rmSync(dir, { recursive: true })
  }
}

const importsOf = (chunk) => chunk.imports.filter(({ external }) => !external)

/** What is loaded with `entry`: all that it imports, but not by import(). */
function reachable(chunks, entry) {
  const found = new Set([entry])
  for (const chunk of found) {
    for (const { path, kind } of importsOf(chunks.get(chunk)))
      if (kind === 'import-statement') found.add(basename(path))
  }
  return found
}

/** The names of what the second half takes from the first. One name may be exported by several chunks. */
const handedName = (chunk, name) => `${chunk.replaceAll(/\W/g, '_')}$${name}`

/** The second half must use the same classes and the same state, so it is handed them when it is loaded. */
function entryOfNow(chunks, now, later) {
  const wanted = new Set(
    later.flatMap((chunk) => importsOf(chunks.get(chunk)).map(({ path }) => basename(path))),
  )
  const handed = [...now].filter((chunk) => wanted.has(chunk))
  const imports = handed.map((chunk) => {
    const names = chunks.get(chunk).exports.map((name) => `${name} as ${handedName(chunk, name)}`)
    return `import { ${names.join(', ')} } from './${chunk}'`
  })
  const names = handed.flatMap((chunk) => chunks.get(chunk).exports.map((name) => handedName(chunk, name)))
  return `${imports.join('\n')}
    export * from './entry.mjs'
    export const handed = () => ({ ${names.join(', ')} })`
}

/** Each chunk is initialised when it is asked for: one of them may load a large package. */
function entryOfLater(later) {
  return `module.exports = { ${later.map((chunk) => `'${chunk}': () => require('./${chunk}')`).join(', ')} }`
}

/** What stays a file of its own in dist/. */
const otherFiles = {
  name: 'other-files',
  setup(plugin) {
    plugin.onResolve({ filter: /^\.\.\/\w+\/.+\.cjs$/ }, ({ path }) => ({ path, external: true }))
  },
}

/** In the first half: turns import() of a chunk that is not there into a question to the second. */
const fetchedLater = (name, now) => ({
  name: 'fetched-later',
  setup(plugin) {
    plugin.onResolve({ filter: /\.mjs$/ }, ({ path }) =>
      now.has(basename(path)) ? undefined : { path: basename(path, '.mjs'), namespace: 'later' },
    )
    plugin.onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `module.exports = require('../later/${name}.cjs')['${path}.mjs']()`,
      resolveDir: 'dist/cli',
    }))
  },
})

/** In the second half: what is in the first. */
const handedOver = (name, chunks, now) => ({
  name: 'handed-over',
  setup(plugin) {
    plugin.onResolve({ filter: /\.mjs$/ }, ({ path }) =>
      now.has(basename(path)) ? { path: basename(path), namespace: 'handed' } : undefined,
    )
    plugin.onLoad({ filter: /.*/, namespace: 'handed' }, ({ path }) => ({
      contents: `
        const handed = require('../cli/${name}.cjs').handed()
        ${chunks
          .get(path)
          .exports.map((exported) => `export const ${exported} = handed.${handedName(path, exported)}`)
          .join('\n')}`,
      resolveDir: join('dist', 'later'),
    }))
  },
})
