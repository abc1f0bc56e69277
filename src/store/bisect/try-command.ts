/** Runs the user's command with some memories alone. */
import { spawn } from 'node:child_process'
import { RalphError } from '../../errors.js'
import type { Repo } from '../git/repo.js'

/** What `git bisect run` takes for "cannot be tried". */
const CANNOT_SAY = 125
const GIVE_UP = 128

/** Answers whether it was bad. */
export async function tryCommand(
  repo: Repo,
  [program, ...args]: readonly string[],
  { tip, briefing }: { tip: string; briefing: string },
): Promise<boolean> {
  const child = spawn(program!, args, {
    cwd: repo.env.cwd,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...repo.env.vars, RALPH_TIP: tip, RALPH_RENDER: 'false' },
  })
  child.stdin.on('error', () => {})
  child.stdin.end(briefing)
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new RalphError('bad-usage', `cannot run '${program!}': ${cause.message}`, { cause })),
    )
    child.on('close', (status) => resolve(status ?? GIVE_UP))
  })
  if (code !== CANNOT_SAY && code < GIVE_UP) return code !== 0
  throw new RalphError(
    'needs-decision',
    `'${program!}' ended with ${code} and does not say whether it is good`,
    {
      hint: 'say it yourself: `git ralph bisect good` or `git ralph bisect bad`',
    },
  )
}
