/** Anchors for what a memory cites, in the code as it is now. */
import { resolve } from 'node:path'
import { RalphError } from '../../errors.js'
import {
  chooseGuesses,
  type Cited,
  citedIn,
  createAnchor,
  MAX_ANCHORS,
  parseCited,
} from '../../memory/anchor.js'
import type { Anchor } from '../../memory/memory.js'
import type { Repo } from '../git/repo.js'
import { workPath } from '../git/work-path.js'
import { blobIdOf, isInWorkTree, LARGEST_FILE, readWorkFile } from './code-files.js'

/** What was named expressly: an error where there is no such file. Paths are as typed, seen from `cwd`. */
export function makeAnchors(repo: Repo, cwd: string, typed: readonly string[]): Anchor[] {
  if (typed.length > MAX_ANCHORS)
    throw new RalphError('bad-usage', `a memory has at most ${MAX_ANCHORS} anchors`)
  if (typed.length > 0 && repo.workTree === undefined)
    throw new RalphError('bad-usage', 'there is no work tree to anchor in')
  return typed.map((text) => {
    const cited = parseCited(text)
    const path = workPath(repo.workTree!, resolve(cwd, cited.path))
    const content = path === undefined ? undefined : readWorkFile(repo, path)
    if (path === undefined || content === undefined) {
      throw new RalphError('bad-usage', `cannot anchor in '${cited.path}'`, {
        hint: `it must be a file of the work tree, no larger than ${LARGEST_FILE >> 20} MB`,
      })
    }
    return createAnchor({ ...cited, path }, blobIdOf(content), content.toString('utf8'))
  })
}

/** What the text itself cites, as far as it exists: seen from the top of the work tree. */
export function guessAnchors(repo: Repo, text: string): Anchor[] {
  if (repo.workTree === undefined) return []
  return chooseGuesses(citedIn(text), (path) => isInWorkTree(repo, path)).flatMap((cited) =>
    guess(repo, cited),
  )
}

function guess(repo: Repo, cited: Cited): Anchor[] {
  const content = readWorkFile(repo, cited.path)
  if (content === undefined) return []
  const [blob, text] = [blobIdOf(content), content.toString('utf8')]
  try {
    return [createAnchor(cited, blob, text)]
  } catch {
    // The text speaks of lines that the file does not have: the file itself is meant all the same.
    return [createAnchor({ path: cited.path }, blob, text)]
  }
}
