/** Runs an agent's own program on the user's terminal. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'

/** In `cwd` as long as that is there. Answers the exit code. */
export function runAgent(
  env: Env,
  [program, ...args]: readonly string[],
  cwd: string,
  vars: Record<string, string>,
): Promise<number> {
  const child = spawn(program!, args, {
    cwd: existsSync(cwd) ? cwd : env.cwd,
    stdio: 'inherit',
    env: { ...env.vars, ...vars },
  })
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(
        new RalphError('bad-usage', `cannot run '${program!}': ${cause.message}`, {
          hint: `is it installed, and on your PATH?`,
          cause,
        }),
      ),
    )
    child.on('close', (code) => resolve(code ?? 1))
  })
}
