/**
 * `npm run bench` runs all benches and writes docs/performance.md; `npm run bench -- recall growth` runs these and writes their part.
 * `--quick` runs a small form of each, two at a time, and writes to a directory for temporary files. With `--answers <file>` it is one
 * bench, in this process.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { absentGlobals, substitutes } from '../scripts/packages.mjs'

const here = import.meta.dirname
const one = process.argv.includes('--answers')
const words = one ? process.argv.slice(2, 3) : process.argv.slice(2).filter((word) => !word.startsWith('--'))
/** What benches are made with. */
const PARTS = ['measure.ts', 'prepared.ts', 'seed.ts']
const benches = readdirSync(here)
  .filter((file) => file.endsWith('.ts') && !PARTS.includes(file))
  .map((file) => file.slice(0, -3))
const unknown = words.find((word) => !benches.includes(word))
if (unknown !== undefined) {
  console.error(`error: there is no bench '${unknown}'\nhint: they are ${benches.join(', ')}`)
  process.exit(2)
}
if (!existsSync(join(here, '../dist/cli'))) {
  console.error('error: nothing is built\nhint: run `npm run build`')
  process.exit(1)
}
const contents = one
  ? `import * as bench from './${words[0]}.ts'
     import { runOne } from './report/one.ts'
     export default runOne(bench)`
  : `import { runAll } from './report/all.ts'
     export default runAll()`
const out = mkdtempSync(join(tmpdir(), 'ralph-bench-'))
// Whatever a bench leaves behind goes with this directory, also when it fails.
if (one) process.env.TMPDIR = out
try {
  const outfile = join(out, 'bench.cjs')
  await build({
    stdin: { contents, resolveDir: here, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    // Packages as they are shipped.
    define: {
      ROOT: JSON.stringify(join(here, '..')),
      BENCHES: JSON.stringify(benches),
      'import.meta.dirname': '__dirname',
      ...absentGlobals,
    },
    plugins: [substitutes],
    outfile,
  })
  await (
    await import(pathToFileURL(outfile).href)
  ).default.default
} finally {
  rmSync(out, { recursive: true, force: true })
}
