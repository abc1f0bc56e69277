/** The last look before memory leaves this machine: what a push would send is searched for secrets that nobody allowed. */
import { allowedIn, nameSecrets } from '../../memory/admit.js'
import { findSecrets } from '../../memory/secrets.js'
import { encodeBranch } from '../line/branch-name.js'
import { openLineState } from '../line/line-state.js'
import type { Oid, Repo } from '../git/repo.js'
import { nameOfText, type NewText, newTexts } from './new-texts.js'
import { TRACKING, trackedJournal } from './remote.js'

/** Why each line, or the journal (undefined), must not be pushed. Those that may are not in it. */
export async function findLeaks(
  repo: Repo,
  remote: string,
  lines: ReadonlyMap<string, Oid>,
  journal: Oid | undefined,
): Promise<Map<string | undefined, string>> {
  const tips = new Map<string | undefined, Oid>(lines)
  if (journal !== undefined) tips.set(undefined, journal)
  const known = { refs: [`${TRACKING}/${encodeBranch(remote)}/*`, trackedJournal(remote)] }
  const leaks = new Map<string | undefined, string>()
  // All at once first: nearly always nothing is found.
  const suspects = (await newTexts(repo, [...tips.values()], known)).filter(({ text }) => holdsSecret(text))
  if (suspects.length === 0) return leaks
  for (const [branch, tip] of tips) {
    const texts = (await newTexts(repo, [tip], known)).filter(({ blob }) =>
      suspects.some((suspect) => suspect.blob === blob),
    )
    const told = await notAllowed(repo, tip, texts)
    if (told.length > 0) leaks.set(branch, told.map(describe).join('; '))
  }
  return leaks
}

function holdsSecret(text: string): boolean {
  return allowedIn(text) === undefined && findSecrets(text).length > 0
}

/** Allowing it in the latest version allows it in the earlier ones, which travel along. */
async function notAllowed(repo: Repo, tip: Oid, texts: readonly NewText[]): Promise<NewText[]> {
  const state = await openLineState(repo, tip)
  const told: NewText[] = []
  for (const text of texts) {
    const latest = await state.readFile(text.path)
    if (allowedIn(latest ?? '') === undefined && !told.some(({ path }) => path === text.path)) told.push(text)
  }
  return told
}

const describe = ({ path, text }: NewText): string =>
  `${nameOfText(path)} looks like it holds a secret: ${nameSecrets(findSecrets(text))}`
