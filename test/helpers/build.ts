/** Builds dist/ once before the tests: those in test/cli run the built bin. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export default function setup(): void {
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))
  execFileSync(process.execPath, [script, '--no-types'], { stdio: 'inherit' })
}
