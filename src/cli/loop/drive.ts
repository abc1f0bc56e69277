/** A loop run from the command line: shown live, interrupted by Ctrl+C, with somebody to ask if there is a terminal. */
import type { Env } from '../../env.js'
import { EXIT } from '../../errors.js'
import type { LoopState } from '../../loop-rules/state.js'
import { createInterrupt, listenToSignals } from '../../loop/interrupt.js'
import type { LoopDriver } from '../../loop/start.js'
import { withPrompt } from '../ask.js'
import { showLoop } from './live.js'

export async function drive(
  env: Env,
  format: 'text' | 'json',
  yes: boolean,
  run: (driver: LoopDriver) => Promise<LoopState>,
): Promise<number> {
  const show = showLoop(env, format)
  const interrupt = createInterrupt()
  const deafen = listenToSignals(interrupt, (urgency) => {
    if (urgency > 0) show.tell({ event: 'interrupt', urgency: urgency === 1 ? 1 : 2 })
  })
  const somebody = env.stdin.isTTY && env.stderr.isTTY
  try {
    const { status } = await run({
      tell: show.tell,
      interrupt,
      mayRun: async (commands) => yes || (somebody && (await askToRun(env, commands))),
      ...(somebody && {
        askFeedback: () => {
          show.hold()
          return withPrompt(env, (ask) => ask('What should the next iteration know? (Enter for nothing) '))
        },
      }),
    })
    return status === 'success' ? EXIT.done : status === 'stopped' ? EXIT.interrupted : EXIT.failed
  } finally {
    deafen()
    show.end()
  }
}

function askToRun(env: Env, commands: readonly string[]): Promise<boolean> {
  const list = commands.map((command) => `  ${command.replaceAll('\n', '\n    ')}\n`).join('')
  env.stderr.write(`ralph.yml of this repository names commands to run after each iteration:\n${list}`)
  return withPrompt(env, async (ask) => /^y(es)?$/i.test(((await ask('Run them? [y/N] ')) ?? '').trim()))
}
