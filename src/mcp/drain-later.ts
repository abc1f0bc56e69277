/** What hooks reported is put away when they have been quiet for a while, and before the server goes. */
import type { Env } from '../env.js'

const QUIET_MS = 10_000

export interface DrainLater {
  /** A hook has reported something. */
  reported(env: Env): void
  /** Now, if there may be anything. */
  finish(): Promise<void>
}

export function drainLater(log: (error: unknown) => void): DrainLater {
  let waiting: { env: Env; timer: NodeJS.Timeout } | undefined

  async function drainNow(): Promise<void> {
    const env = waiting?.env
    clearTimeout(waiting?.timer)
    waiting = undefined
    if (env === undefined) return
    try {
      const { drain } = await import('../verbs/sessions/drain.js')
      await drain(env, { quick: true })
    } catch (error) {
      log(error)
    }
  }

  return {
    reported(env) {
      clearTimeout(waiting?.timer)
      waiting = { env, timer: setTimeout(() => void drainNow(), QUIET_MS).unref() }
    },
    finish: drainNow,
  }
}
