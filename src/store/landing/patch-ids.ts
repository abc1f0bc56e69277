/**
 * What commits change, in a form that can be compared across histories: the same change made on top of other code reads the
 * same. `git patch-id` is not used: it ignores white space, and before git 2.39 all that follows a binary file, so two changes
 * that differ may get one id.
 */
import { gitFailed } from '../git/git.js'
import type { Oid, Repo } from '../git/repo.js'

/** What `commit` changes against `parent`, by default its own first one. */
export interface ChangeRequest {
  commit: Oid
  parent?: Oid
}

export interface Change {
  /** Sorted, each once. */
  paths: string[]
  /** Equal for changes that touch the same paths in the same way; a first, cheap comparison. */
  shape: string
}

const DIFF = ['diff-tree', '--stdin', '-r', '--root', '--always', '--no-renames']
const COMMIT_LINE = /^[0-9a-f]{40}$/

/** One answer for each request, in one process; a merge without a given parent changes nothing. */
export async function readChanges(repo: Repo, requests: ChangeRequest[]): Promise<Change[]> {
  if (requests.length === 0) return []
  const listing = await repo.git([...DIFF, '--raw', '-z'], { input: inputOf(requests) })
  const fields = listing.split('\0')
  const changes: { paths: string[]; shape: string[] }[] = []
  for (let i = 0; i < fields.length - 1; i++) {
    const field = fields[i]!
    if (COMMIT_LINE.test(field)) changes.push({ paths: [], shape: [] })
    else {
      const [oldMode, newMode, , , status] = field.slice(1).split(' ')
      const path = fields[++i]!
      changes.at(-1)!.paths.push(path)
      changes.at(-1)!.shape.push(`${oldMode} ${newMode} ${status} ${path}`)
    }
  }
  return changes.map(({ paths, shape }) => ({ paths, shape: shape.join('\0') }))
}

/** The patch of each request without line numbers, in one process. Equal texts mean equal changes. */
export async function readPatches(repo: Repo, requests: ChangeRequest[]): Promise<string[]> {
  if (requests.length === 0) return []
  const options = ['-p', '-U3', '--full-index', '--no-ext-diff', '--no-textconv', '--diff-algorithm=myers']
  const command = [...DIFF, ...options]
  const result = await repo.tryGit(command, { input: inputOf(requests) })
  if (result.code !== 0) throw gitFailed(command, result)
  const patches: string[][] = []
  // Not UTF-8: files in other encodings must not become equal by replacement characters.
  for (const line of result.stdout.toString('latin1').split('\n').slice(0, -1)) {
    if (COMMIT_LINE.test(line)) patches.push([])
    else patches.at(-1)!.push(line)
  }
  return patches.map(withoutPositions)
}

/** Blob names stay where there are no lines to compare: binary files, empty files, changes of mode. */
function withoutPositions(lines: string[]): string {
  const kept: string[] = []
  let blobNames = -1
  for (const line of lines) {
    if (line.startsWith('index ')) blobNames = kept.length
    if (line.startsWith('@@ ')) {
      if (blobNames >= 0) kept.splice(blobNames, 1)
      blobNames = -1
      kept.push('@@')
    } else kept.push(line)
  }
  return kept.join('\n')
}

function inputOf(requests: ChangeRequest[]): string {
  return requests.map(({ commit, parent }) => (parent ? `${commit} ${parent}\n` : `${commit}\n`)).join('')
}
