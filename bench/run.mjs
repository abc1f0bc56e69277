/**
 * `npm run bench` runs all benches and writes docs/performance.md; `npm run bench -- --quick` runs all in a small form.
 * `npm run bench -- <name>` runs bench/<name>.ts and prints; with `--write` what it printed goes to the pages.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { absentGlobals, substitutes } from '../scripts/packages.mjs'

const here = import.meta.dirname
const [name] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
/** What benches are made with. */
const PARTS = ['measure.ts', 'prepared.ts', 'seed.ts']
const benches = readdirSync(here)
  .filter((file) => file.endsWith('.ts') && !PARTS.includes(file))
  .map((file) => file.slice(0, -3))
if (name !== undefined && !benches.includes(name)) {
  console.error(`usage: npm run bench -- [--quick] [${benches.join('|')} [--write]]`)
  process.exit(2)
}
if (!existsSync(join(here, '../dist/cli'))) {
  console.error('error: nothing is built\nhint: run `npm run build`')
  process.exit(1)
}
const all = name === undefined || process.argv.includes('--write')
const contents = all
  ? `import { runAll } from './report/all.ts'
     export default runAll()`
  : `import * as bench from './${name}.ts'
     import { runOne } from './report/one.ts'
     export default runOne(bench)`
const out = mkdtempSync(join(tmpdir(), 'ralph-bench-'))
if (!all) {
  process.argv.splice(process.argv.indexOf(name), 1)
  // Whatever a bench leaves behind goes with this directory, also when it fails.
  process.env.TMPDIR = out
}
try {
  const outfile = join(out, 'bench.cjs')
  await build({
    stdin: { contents, resolveDir: here, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    // Packages as they are shipped.
    define: { ROOT: JSON.stringify(join(here, '..')), 'import.meta.dirname': '__dirname', ...absentGlobals },
    plugins: [substitutes],
    outfile,
  })
  await (
    await import(pathToFileURL(outfile).href)
  ).default.default
} finally {
  rmSync(out, { recursive: true, force: true })
}
