/** The anchors that a memory gets when a person says that it holds for the code as it is now. */
import { RalphError } from '../errors.js'
import { createAnchor, rangeOf } from '../memory/anchor.js'
import type { Anchor, Memory } from '../memory/memory.js'
import { blobIdOf, readWorkFile } from '../store/anchors/code-files.js'
import { makeAnchors } from '../store/anchors/make-anchors.js'
import type { Workspace } from '../store/workspace.js'
import { judgeMemories } from './stale.js'

/** Those named, or without any its own: where their lines are now, and gone ones left out. */
export async function anchorsNow(
  { repo }: Workspace,
  memory: Memory,
  named: readonly string[] | undefined,
): Promise<Anchor[]> {
  if (named !== undefined) return makeAnchors(repo, repo.env.cwd, [...named])
  const [judged] = await judgeMemories(repo, [memory])
  if (!judged)
    throw new RalphError('bad-usage', `${memory.id} has no anchors`, {
      hint: `git ralph edit ${memory.id} --anchor <path>`,
    })
  return judged.anchors.flatMap(({ anchor, verdict }) => {
    const path = verdict.path ?? anchor.path
    const content = readWorkFile(repo, path)
    if (content === undefined) return []
    const text = content.toString('utf8')
    const range = rangeOf({ lines: verdict.lines ?? anchor.lines })
    const last = text.replace(/\n$/, '').split('\n').length
    const inside =
      range && range.from <= last ? { from: range.from, to: Math.min(range.to, last) } : undefined
    return [createAnchor({ path, ...(inside && { range: inside }) }, blobIdOf(content), text)]
  })
}
