/** View: which branch is read and the tip of its line, at the cost of a few files. For doors that stay open while branches are switched. */
import type { Env } from '../env.js'
import { openView, type View } from '../store/line/line.js'
import { openRepo } from '../store/git/repo.js'

export async function view(env: Env): Promise<View> {
  return openView(await openRepo(env))
}
