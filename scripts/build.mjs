/**
 * Builds dist/: one CommonJS bundle per command, one per third-party package, the library as ESM, and its types;
 * and man/ from the specs of the commands.
 * `--no-types` leaves the types out, for a quick build.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildInHalves } from './halves.mjs'
import {
  absentGlobals,
  packagesToVendor,
  seldomOnFirstUse,
  substitutes,
  vendorEntry,
  vendorName,
} from './packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const shared = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  legalComments: 'none',
  absWorkingDir: root,
}
const commonJs = {
  ...shared,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // So that import() becomes a lazy require(): the ESM loader takes 9 ms to start.
  supported: { 'dynamic-import': false },
  define: { ...absentGlobals, 'import.meta.url': 'importMetaUrl' },
  banner: { js: 'const importMetaUrl=require("node:url").pathToFileURL(__filename).href;' },
}

/** For what is found beside the bundles. */
const HERE = { 'import.meta.dirname': '__dirname' }

async function buildCommands() {
  const files = readdirSync('src/cli/commands', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const packages = new Set()
  const options = { ...commonJs, banner: {}, define: HERE }
  const entries = files.map((file) => ({
    in: `command:${file}`,
    out: file.replace(/\.ts$/, '').replaceAll(/[/\\]/g, '.'),
  }))
  await build({
    ...options,
    entryPoints: entries.filter(({ out }) => !IN_HALVES.includes(out)),
    outdir: 'dist/cli',
    plugins: [commandEntries, packagesToVendor(packages), substitutes, seldomOnFirstUse],
  })
  for (const entry of entries.filter(({ out }) => IN_HALVES.includes(out))) {
    await buildInHalves(
      entry.out,
      { entryPoints: [entry.in] },
      {
        options,
        first: [commandEntries, packagesToVendor(packages), substitutes],
        second: [seldomOnFirstUse],
      },
    )
  }
  for (const [name, contents] of Object.entries(HOOK_HALVES)) {
    await build({
      ...commonJs,
      banner: {},
      define: HERE,
      stdin: { contents, resolveDir: `${root}src/hooks`, loader: 'ts' },
      outfile: `dist/cli/${name}.cjs`,
      plugins: [packagesToVendor(packages), seldomOnFirstUse],
    })
  }
  return packages
}

/** Commands that are run often and in which most of the code is for what is seldom asked for. */
const IN_HALVES = ['recall']

/** Compiling the whole hook command takes longer than what most hooks do: each has a first half, which is all that most need. */
const HOOK_HALVES = {
  __hook: `
    import { processEnv } from '../process-env.ts'
    import { runQuickly } from './quick.ts'
    export const main = async ([name, ...args], load, otherwise) =>
      (await runQuickly(processEnv(), name, args)) ? process.exit(0) : otherwise()`,
  __agent: `
    import { runAsProcess } from './agent-process.ts'
    export const main = (args, load, otherwise) =>
      runAsProcess(args, (begun) => load('__tell', begun.ask.question).finishAgentEvent(begun), otherwise)`,
  // For the events that nearly always ask, both halves.
  __tell: `
    import { finishAgentEvent } from './agent-hooks.ts'
    import { runAsProcess } from './agent-process.ts'
    export { finishAgentEvent }
    export const main = (args, load, otherwise) => runAsProcess(args, finishAgentEvent, otherwise)`,
}

/** Turns `command:recall.ts` into a module that runs that command as the process. */
const commandEntries = {
  name: 'command-entries',
  setup(plugin) {
    plugin.onResolve({ filter: /^command:/ }, ({ path }) => ({
      path: path.slice('command:'.length),
      namespace: 'command',
    }))
    plugin.onLoad({ filter: /.*/, namespace: 'command' }, ({ path }) => ({
      contents: `
        import { command } from './commands/${path.replaceAll('\\', '/')}'
        import { runAsProcess } from './process.ts'
        export { command }
        export const main = (argv) => runAsProcess(command, argv)`,
      loader: 'ts',
      resolveDir: `${root}src/cli`,
    }))
  },
}

async function buildVendor(packages) {
  await Promise.all(
    [...packages].map((name) =>
      build({
        ...commonJs,
        stdin: { contents: vendorEntry(name), resolveDir: root },
        outfile: `dist/vendor/${vendorName(name)}.cjs`,
        plugins: [substitutes],
      }),
    ),
  )
}

async function buildLibrary() {
  await build({
    ...shared,
    format: 'esm',
    splitting: true,
    entryPoints: ['src/index.ts'],
    outdir: 'dist/lib',
    chunkNames: 'chunk-[hash]',
    define: absentGlobals,
    // CommonJS packages in the bundle require Node's own modules.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    plugins: [substitutes],
  })
}

function buildTypes() {
  return new Promise((resolve, reject) => {
    const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
      'package.json',
      'bin/tsc',
    )
    spawn(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { stdio: 'inherit' }).on('close', (code) =>
      code === 0 ? resolve() : reject(new Error('tsc found errors')),
    )
  })
}

/** Where bin/git-ralph.cjs keeps compiled code. */
const COMPILED = ['cli', 'later', 'vendor']

/**
 * esbuild leaves regular expressions as they are written. One character beyond Latin-1 in a file, and V8 holds all of it in two bytes
 * each, which takes some milliseconds more to load.
 */
function escapeWhatIsNotAscii() {
  for (const part of COMPILED) {
    for (const file of readdirSync(`dist/${part}`)) {
      const code = readFileSync(`dist/${part}/${file}`, 'utf8')
      const escaped = code.replace(
        /[^\u0000-\u007f]/g, // oxlint-disable-line no-control-regex
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      if (escaped !== code) writeFileSync(`dist/${part}/${file}`, escaped)
    }
  }
}

/** Names this build by what is in it: see bin/git-ralph.cjs. Written last, it tells when all of it was built: see test/helpers/build.ts. */
function writeBuildId() {
  const hash = createHash('sha256')
  for (const part of COMPILED) {
    for (const file of readdirSync(`dist/${part}`).toSorted())
      hash.update(readFileSync(`dist/${part}/${file}`))
  }
  writeFileSync('dist/build-id', hash.digest('hex').slice(0, 12))
}

const withTypes = !process.argv.includes('--no-types')
rmSync('dist/build-id', { force: true })
for (const part of [...COMPILED, 'lib', ...(withTypes ? ['types'] : [])]) {
  rmSync(`dist/${part}`, { recursive: true, force: true })
}
try {
  await Promise.all([
    buildCommands().then(async (packages) => {
      await buildVendor(packages)
      await import('./man.mjs')
    }),
    buildLibrary(),
    ...(withTypes ? [buildTypes()] : []),
  ])
  escapeWhatIsNotAscii()
  writeBuildId()
} catch (error) {
  if (!error.errors) console.error(error) // esbuild has printed its own
  process.exitCode = 1
}
