/**
 * The rendered file of a view that was rendered before, as after a checkout back and forth: put back as it was, without reading a
 * single memory. Everything out of the ordinary is left to render.ts.
 */
import { openView } from '../line/line.js'
import { takeTurn } from '../git/queue.js'
import {
  identityOf,
  indexIdentity,
  isAsRendered,
  readBase,
  readRenderState,
  renderTurn,
  writeRendered,
  writeRenderState,
} from './rendered-file.js'
import type { Repo } from '../git/repo.js'
import type { Settings } from '../settings/settings.js'
import { isTracked } from './tracked.js'

/** Answers whether the file is as it should be now. */
export async function renderAgain(repo: Repo, settings: Settings, path: string): Promise<boolean> {
  const turn = await takeTurn(repo, renderTurn(repo), 0)
  try {
    return turn.held && (await renderInTurn(repo, settings, path))
  } finally {
    turn.release()
  }
}

async function renderInTurn(repo: Repo, settings: Settings, path: string): Promise<boolean> {
  const state = readRenderState(repo)
  if (!state || !isAsRendered(state, settings, identityOf(path))) return false
  const { branch, tip } = await openView(repo)
  if (state.tip === tip) {
    writeRenderState(repo, { ...state, branch })
    return true
  }
  const before = state.earlier.find((one) => one.tip === tip)
  const text = before && readBase(repo, before.file)
  if (text === undefined || (await isTracked(repo, settings.renderPath))) return false
  writeRenderState(repo, {
    ...state,
    branch,
    tip,
    index: indexIdentity(repo),
    file: writeRendered(repo, path, text),
  })
  return true
}
