/** How the answer to `init` is printed. */
import type { Env } from '../env.js'
import type { Initialised } from '../verbs/init.js'

export function printInitialised(env: Env, { done, hints }: Initialised): void {
  const lines = done.length > 0 ? done.map((what) => `✓ ${what}`) : ['✓ everything is in place']
  env.stdout.write(`${[...lines, ...hints.map((hint) => `• ${hint}`)].join('\n')}\n`)
}
