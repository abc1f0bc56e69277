/** `loop status --watch`: the same as it is written to disk by the process that runs the loop. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '../../env.js'
import { EXIT } from '../../errors.js'
import { loopStatus } from '../../verbs/loop/status.js'
import { renderJsonLine } from '../json.js'
import { loopJson, renderLoop } from './shown.js'

const LOOK_AGAIN_MS = 300

export async function watchLoop(env: Env, id: string | undefined, format: 'text' | 'json'): Promise<number> {
  let loop = await loopStatus(env, id)
  let shown = ''
  for (;;) {
    const key = JSON.stringify(loopJson(loop))
    if (key !== shown || env.stdout.isTTY) {
      const text =
        format === 'json' ? renderJsonLine('loop', { loop: loopJson(loop) }) : renderLoop(loop, env)
      const again = shown !== '' && format === 'text'
      // On a terminal in the same place; elsewhere one after the other.
      env.stdout.write(
        (again
          ? env.stdout.isTTY
            ? '\u001b[H\u001b[J'
            : '\n'
          : env.stdout.isTTY && format === 'text'
            ? '\u001b[2J\u001b[H'
            : '') + text,
      )
      shown = key
    }
    if (loop.status !== 'running') return loop.status === 'success' ? EXIT.done : EXIT.failed
    await sleep(LOOK_AGAIN_MS)
    loop = await loopStatus(env, loop.id)
  }
}
