/** Capture state: whether what agents do is still seen, in one line. */
import type { Env } from '../../env.js'
import { openRepo } from '../../store/git/repo.js'
import { type CaptureState, captureStateOf } from '../../store/sessions/capture-state.js'

export type { CaptureState }

export async function captureState(env: Env): Promise<CaptureState> {
  return captureStateOf((await openRepo(env)).ralphDir, env.now())
}
