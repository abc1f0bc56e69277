/**
 * `.agent/memories.md`: hand edits are absorbed first, then the view is rendered, and only if that changes anything. One process
 * per worktree does this at a time; who finds the turn taken leaves it to the other.
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseMemories, renderMemories } from '../../memory/memories-md.js'
import { absorb } from './absorb.js'
import { addExclude } from './exclude.js'
import { lineRef, openView, type View } from '../line/line.js'
import { writeLocalFile } from '../git/local-files.js'
import { takeTurn } from '../git/queue.js'
import {
  identityOf,
  indexIdentity,
  isRenderedCurrent,
  knownTracked,
  readRendered,
  KEEP_BASES,
  readRenderState,
  renderedPath,
  renderTurn,
  type RenderState,
  writeRendered,
  writeRenderState,
} from './rendered-file.js'
import { readRef } from '../git/refs.js'
import type { Repo } from '../git/repo.js'
import type { Settings } from '../settings/settings.js'
import { useTrusted } from '../trust/review.js'
import { isTracked } from './tracked.js'

export interface RenderReport {
  outcome: 'written' | 'unchanged' | 'off' | 'tracked' | 'busy'
  path?: string
  /** Hand edits that were stored. */
  absorbed?: { added: number; edited: number; forgotten: number }
  warnings: string[]
}

const RENDER_WAIT_MS = 2_000

/** Absorbs hand edits and renders the view of the branch checked out. */
export async function refreshRendered(
  repo: Repo,
  settings: Settings,
  options: { force?: boolean } = {},
): Promise<RenderReport> {
  if (repo.workTree === undefined || !settings.render || !settings.enabled)
    return { outcome: 'off', warnings: [] }
  const path = renderedPath(repo, settings.renderPath)
  if (!options.force && (await isRenderedCurrent(repo, settings, path)))
    return { outcome: 'unchanged', path, warnings: [] }
  const turn = await takeTurn(repo, renderTurn(repo), RENDER_WAIT_MS)
  if (!turn.held && !options.force) return { outcome: 'busy', path, warnings: [] }
  try {
    return await refreshInTurn(repo, settings, path)
  } finally {
    turn.release()
  }
}

/** Renders without looking at what is there; the file replaced is kept beside our own. */
export async function replaceRendered(repo: Repo, settings: Settings): Promise<RenderReport> {
  if (repo.workTree === undefined || !settings.render) return { outcome: 'off', warnings: [] }
  const path = renderedPath(repo, settings.renderPath)
  const { text, ours } = readRendered(repo, path)
  const warnings: string[] = []
  if (text !== undefined && !ours) {
    if (await isTracked(repo, settings.renderPath)) return { outcome: 'tracked', path, warnings: [] }
    const copy = join(repo.ralphDir, 'replaced', `${repo.env.now().getTime()}.md`)
    writeLocalFile(copy, text)
    warnings.push(`the file that was there is kept as '${copy}'`)
    rmSync(path)
  }
  return { ...(await refreshRendered(repo, settings, { force: true })), warnings }
}

async function refreshInTurn(repo: Repo, settings: Settings, path: string): Promise<RenderReport> {
  const before = readRenderState(repo)
  const index = indexIdentity(repo)
  const tracked = knownTracked(repo, settings) ?? (await isTracked(repo, settings.renderPath))
  const state = { path: settings.renderPath, limit: settings.renderLimit, index, tracked }
  if (tracked) {
    const { branch, tip } = await openView(repo)
    writeRenderState(repo, { ...state, branch, tip, file: '', earlier: [] })
    return { outcome: 'tracked', path, warnings: [trackedWarning(settings.renderPath)] }
  }
  const found = readRendered(repo, path)
  const absorbed =
    found.text === undefined || found.ours
      ? undefined
      : await absorb(repo, await editedOn(repo, path, before?.branch), found.text)
  const view = await openView(repo)
  const kept = absorbed?.kept ?? (found.text === undefined ? [] : parseMemories(found.text).kept)
  const text = await renderView(repo, view, settings.renderLimit, kept)
  const earlier =
    before?.limit === settings.renderLimit && before.path === settings.renderPath ? before.earlier : []
  const next: RenderState = { ...state, branch: view.branch, tip: view.tip, file: '', earlier }
  const report = {
    path,
    warnings: absorbed?.warnings ?? [],
    ...(absorbed?.count && { absorbed: absorbed.count }),
  }
  if (text === found.text && found.ours) {
    writeRenderState(repo, withText(next, identityOf(path)!, kept))
    return { ...report, outcome: 'unchanged' }
  }
  addExclude(repo, settings.renderPath)
  writeRenderState(repo, withText(next, writeRendered(repo, path, text), kept))
  return { ...report, outcome: text === found.text ? 'unchanged' : 'written' }
}

/** The branch that a hand edit belongs to: when it was made before the last checkout, the one that was shown then. */
export async function editedOn(repo: Repo, path: string, before: string | undefined): Promise<string> {
  const { branch } = await openView(repo)
  if (before === undefined || before === branch) return branch
  const [edited, checkedOut] = [statSync(path), statSync(join(repo.gitDir, 'HEAD'))]
  const there = (await readRef(repo, lineRef(before))) ?? (await readRef(repo, `refs/heads/${before}`))
  return there !== undefined && edited.mtimeMs < checkedOut.mtimeMs ? before : branch
}

/** The state after rendering to `file`, which serves the same tip again. */
function withText(state: RenderState, file: string, kept: string[]): RenderState {
  const others = state.earlier.filter(({ tip }) => tip !== state.tip)
  return {
    ...state,
    file,
    earlier: kept.length > 0 ? [] : [{ tip: state.tip, file }, ...others].slice(0, KEEP_BASES),
  }
}

async function renderView(repo: Repo, view: View, limit: number, kept: string[]): Promise<string> {
  return useTrusted(repo, view.tip, (snapshot) => {
    const memories = snapshot.newest(limit).map(({ memory }) => memory)
    return renderMemories(memories, { kept, left: snapshot.count - memories.length })
  })
}

export function trackedWarning(path: string): string {
  return `'${path}' is tracked by git, so it is left alone: run \`git ralph import ${path}\`, then \`git rm --cached ${path}\``
}
