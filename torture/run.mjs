/** `npm run torture -- --minutes 2 [--seed S]`, or `-- --faults`: bundles main.ts or every-fault.ts and runs it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { absentGlobals, substitutes } from '../scripts/packages.mjs'

const entry = process.argv.includes('--faults') ? 'every-fault' : 'main'
const out = mkdtempSync(join(tmpdir(), 'ralph-torture-'))
const outfile = join(out, `${entry}.mjs`)
try {
  await build({
    entryPoints: [join(import.meta.dirname, `${entry}.ts`)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Packages as they are shipped; some of them are CommonJS.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    define: absentGlobals,
    plugins: [substitutes],
    logLevel: 'warning',
    outfile,
  })
  await import(pathToFileURL(outfile).href)
} finally {
  rmSync(out, { recursive: true, force: true })
}
