/** `npm run torture -- --minutes 2 [--seed S]`: bundles torture/main.ts and runs it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const out = mkdtempSync(join(tmpdir(), 'ralph-torture-'))
const outfile = join(out, 'main.mjs')
try {
  await build({
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
    outfile,
  })
  await import(pathToFileURL(outfile).href)
} finally {
  rmSync(out, { recursive: true, force: true })
}
