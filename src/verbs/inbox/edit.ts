/** Edit: change a proposal before it becomes a memory. It is approved by that, unless the text was left empty. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { checkBody, cleanBody } from '../../memory/text.js'
import { editText } from '../../store/editor.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import type { Waiting } from '../../store/sessions/inbox.js'
import { type Approved, rememberProposal, takeOut } from './approve.js'
import { findWaiting } from './list.js'

/** Without content, in the user's editor. */
export async function editProposal(env: Env, name: string, content?: string): Promise<Approved> {
  const repo = await openRepo(env)
  const [waiting] = findWaiting(repo, [name])
  if (waiting === undefined) throw new RalphError('proposal-not-found', 'the inbox is empty')
  const body = content === undefined ? await byHand(repo, waiting) : checkBody(content)
  const remembered = await rememberProposal(env, { ...waiting.proposal, body })
  takeOut(repo, waiting, remembered)
  return { waiting, remembered }
}

async function byHand(repo: Repo, { id, proposal }: Waiting): Promise<string> {
  const { text, discard } = await editText(repo, `${id}.md`, `${proposal.body}\n`)
  discard()
  if (cleanBody(text).trim() === '')
    throw new RalphError('bad-content', 'the text is empty: nothing was stored', {
      hint: `git ralph inbox dismiss ${id}`,
    })
  return checkBody(text)
}
