/** The texts that some commits have and others do not: what a push would send, or a pull has brought. */
import { idOfPath } from '../../memory/id.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'

export interface NewText {
  /** In a line's tree, or in the notes'. */
  path: string
  blob: Oid
  text: string
}

/** What is known already: commits, and patterns of refs. */
export interface Known {
  commits?: readonly Oid[]
  refs?: readonly string[]
}

/** What `tips` have and `known` does not, in the words of `git rev-list --stdin`. */
export function rangeOf(
  tips: readonly Oid[],
  { commits = [], refs = [] }: Known,
): { args: string[]; input: string } {
  const patterns = refs.map((pattern) => `--glob=${pattern}`)
  const lines = [...tips, ...commits.map((commit) => `^${commit}`)]
  return {
    args: patterns.length > 0 ? ['--not', ...patterns] : [],
    input: lines.map((line) => `${line}\n`).join(''),
  }
}

/**
 * Every version of every file, also those that a later commit changed or removed: all of them travel. Files larger than any memory are
 * left out; readers pass over them too.
 */
export async function newTexts(repo: Repo, tips: readonly Oid[], known: Known): Promise<NewText[]> {
  if (tips.length === 0) return []
  const { args, input } = rangeOf(tips, known)
  const listing = await repo.git(['rev-list', '--objects', '--stdin', ...args], { input })
  const files = listing.split('\n').flatMap((line) => {
    const [blob, path] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]
    return line.includes(' ') && isText(path) ? [{ path, blob }] : []
  })
  const contents = await objectsOf(repo).readBlobs(files.map(({ blob }) => blob))
  return files.flatMap((file, i) => (contents[i] ? [{ ...file, text: contents[i].toString('utf8') }] : []))
}

/** Files of a line, and notes, which are named by the commit they are on. */
function isText(path: string): boolean {
  return /^(?:memories|knowledge|tasks)\/.*\.\w+$/.test(path) || isNote(path)
}

export const isNote = (path: string): boolean => /^[0-9a-f]{40,64}$/.test(path.replaceAll('/', ''))

/** How a text is named to people: by the memory's id, or the path. */
export function nameOfText(path: string): string {
  if (/^[0-9a-f/]+$/.test(path)) return `the journal of ${path.replaceAll('/', '').slice(0, 7)}`
  return `'${idOfPath(path) ?? path}'`
}
