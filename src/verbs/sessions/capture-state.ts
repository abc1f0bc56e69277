/** Capture state: whether what agents do is still seen. Hooks fail in silence; this is where it is said. */
import type { Env } from '../../env.js'
import { openRepo } from '../../store/git/repo.js'
import { readCaptureFailure } from '../../store/sessions/capture-failure.js'
import { listSpool } from '../../store/sessions/drain-spool.js'

export interface CaptureState {
  state: 'healthy' | 'stopped' | 'lagging'
  /** One line, for people and agents; empty when all is well. */
  text: string
}

/** So much is put away by any drain: if it is still there, none has run. */
const LAGGING_BYTES = 8 << 20

export async function captureState(env: Env): Promise<CaptureState> {
  return captureStateOf((await openRepo(env)).ralphDir)
}

export function captureStateOf(ralphDir: string): CaptureState {
  const failure = readCaptureFailure(ralphDir)
  if (failure) {
    const text = `capture has stopped: at ${failure.when} an observation could not be kept: ${failure.message}`
    return { state: 'stopped', text }
  }
  const waiting = listSpool(ralphDir).reduce((sum, { bytes }) => sum + bytes, 0)
  if (waiting > LAGGING_BYTES) {
    const size = Math.round(waiting / (1 << 20))
    return {
      state: 'lagging',
      text: `capture lags: ${size} MB of observations wait: run \`git ralph sessions list\``,
    }
  }
  return { state: 'healthy', text: '' }
}
