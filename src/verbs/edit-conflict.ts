/** The texts of a conflict in the user's editor, to be made into one. */
import { RalphError } from '../errors.js'
import type { Memory } from '../memory/memory.js'
import { checkBody } from '../memory/text.js'
import { editText } from '../store/editor.js'
import type { Repo } from '../store/git/repo.js'

/** Memories are markdown, so a comment of ours looks like one there. */
const FENCE = '<!-- ---- everything from this line on is left out ---- -->'

export async function editConflict(repo: Repo, winner: Memory, variants: readonly Memory[]): Promise<string> {
  const others = variants
    .filter((variant) => variant.id !== winner.id)
    .map((variant) => `<!-- ${variant.id} says: -->\n\n${variant.body}\n`)
  const shown = `${winner.body}\n\n${FENCE}\n\n${others.join('\n')}`
  const { text, path, discard } = await editText(repo, `${winner.id}-conflict.md`, shown)
  const end = text.split('\n').indexOf(FENCE)
  try {
    const body = checkBody(end < 0 ? text : text.split('\n').slice(0, end).join('\n'))
    discard()
    return body
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    throw new RalphError(error.code, error.message, {
      hint: `nothing was stored; your text is in '${path}'`,
      cause: error,
    })
  }
}
