/** Bisect, run: let a command answer, as `git bisect run` does. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { renderMemories } from '../../memory/memories-md.js'
import { holdMemories, readBisection, writeBisection } from '../../store/bisect/bisection.js'
import { tryCommand } from '../../store/bisect/try-command.js'
import { openRepo } from '../../store/git/repo.js'
import { type BisectStep, stepOf } from './step.js'

export interface BisectRun extends BisectStep {
  /** How often the command was run. */
  runs: number
}

/**
 * The command gets the briefing on standard input; git-ralph called by it knows only the
 * memories that are tried. Exit code 0 is good, 1 to 124, 126 and 127 are bad; anything else ends the search.
 */
export async function bisectRun(
  env: Env,
  command: readonly string[],
  say: (line: string) => void,
): Promise<BisectRun> {
  const repo = await openRepo(env)
  let bisection = readBisection(repo)
  let step = await stepOf(repo, bisection)
  let runs = 0
  if (bisection.among === 'memories' && bisection.answers.length === 0) {
    const none = { tip: await holdMemories(repo, []), briefing: renderMemories([]) }
    runs++
    if (await tryCommand(repo, command, none))
      throw new RalphError('bad-usage', 'it fails without any memory too', { hint: 'no memory is to blame' })
    step = await stepOf(repo, bisection)
  }
  while (step.next) {
    say(`trying ${step.next.memories} memories (~${step.next.tokens} tokens)`)
    const bad = await tryCommand(repo, command, step.next)
    runs++
    say(bad ? 'bad' : 'good')
    bisection = { ...bisection, answers: [...bisection.answers, bad] }
    step = await stepOf(repo, bisection)
    writeBisection(repo, bisection)
  }
  return { ...step, runs }
}
