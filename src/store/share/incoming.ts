/** What a pull has brought, looked at before anybody is told it. Nothing is refused: it is in the repository already. */
import { nameSecrets } from '../../memory/admit.js'
import { findSecrets } from '../../memory/secrets.js'
import { LINES } from '../line/line.js'
import type { Oid, Repo } from '../git/repo.js'
import { NOTES } from '../journal/notes-refs.js'
import { readRef } from '../git/refs.js'
import { nameOfText, newTexts } from './new-texts.js'
import { trackedJournal } from './remote.js'
import { trackedLines } from './transport.js'

/** What was known of the remote before it was asked. */
export interface Before {
  lines: ReadonlyMap<string, Oid>
  journal: Oid | undefined
}

export async function beforeFetch(repo: Repo, remote: string): Promise<Before> {
  return { lines: await trackedLines(repo, remote), journal: await readRef(repo, trackedJournal(remote)) }
}

/** Answers what the user should know about what has arrived since. */
export async function inspectIncoming(repo: Repo, remote: string, before: Before): Promise<string[]> {
  const after = await beforeFetch(repo, remote)
  const old = [...before.lines.values(), ...(before.journal ? [before.journal] : [])]
  const tips = [...after.lines.values(), ...(after.journal ? [after.journal] : [])].filter(
    (tip) => !old.includes(tip),
  )
  const texts = await newTexts(repo, tips, { commits: old, refs: [`${LINES}/*`, NOTES] })
  return texts.flatMap(({ path, text }) => {
    const findings = findSecrets(text)
    return findings.length > 0
      ? [
          `${nameOfText(path)} from ${remote} looks like it holds a secret: ${nameSecrets(findings)}; tell its author, the remote has it`,
        ]
      : []
  })
}
