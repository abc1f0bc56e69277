/** `npm run bench -- <name>`: bundles bench/<name>.ts and runs it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { absentGlobals, substitutes } from '../scripts/packages.mjs'

const here = import.meta.dirname
const [name] = process.argv.slice(2)
const known = readdirSync(here).flatMap((file) => /^(.+)\.ts$/.exec(file)?.[1] ?? [])
if (!known.includes(name)) {
  console.error(`usage: npm run bench -- ${known.join('|')}`)
  process.exit(2)
}
const out = mkdtempSync(join(tmpdir(), 'ralph-bench-'))
try {
  const outfile = join(out, `${name}.cjs`)
  await build({
    entryPoints: [join(here, `${name}.ts`)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Packages as they are shipped.
    define: { ROOT: JSON.stringify(join(here, '..')), 'import.meta.dirname': '__dirname', ...absentGlobals },
    plugins: [substitutes],
    outfile,
  })
  process.argv.splice(2, 1)
  await import(pathToFileURL(outfile).href)
} finally {
  rmSync(out, { recursive: true, force: true })
}
