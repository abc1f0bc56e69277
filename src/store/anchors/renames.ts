/** Where files went that are no longer at their path, as git's own rename detection tells it: two processes for each step of a way. */
import type { Oid, Repo } from '../git/repo.js'

/** A file renamed more often than this counts as gone. */
const LONGEST_WAY = 5
/** A longer history is not walked to its beginning: see docs/limitations.md. */
const TIMEOUT_MS = 5000

/** The new path of each that was renamed. `exists` tells whether a path is there now. */
export async function findRenamed(
  repo: Repo,
  revision: Oid,
  paths: readonly string[],
  exists: (paths: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  /** Where each path has got to, by the path that it has now. */
  let lost = new Map(paths.map((path) => [path, path]))
  for (let step = 0; step < LONGEST_WAY && lost.size > 0; step++) {
    const renamed = await oneStep(repo, revision, [...lost.keys()])
    const there = await exists([...renamed.values()])
    const next = new Map<string, string>()
    for (const [now, was] of lost) {
      const to = renamed.get(now)
      if (to === undefined) continue
      if (there.has(to)) found.set(was, to)
      else next.set(to, was)
    }
    lost = next
  }
  return found
}

async function oneStep(repo: Repo, revision: Oid, paths: string[]): Promise<Map<string, string>> {
  const renames = await uncommittedRenames(repo, paths)
  const rest = paths.filter((path) => !renames.has(path))
  if (rest.length === 0) return renames
  const commits = await deletingCommits(repo, revision, rest)
  if (commits.length === 0) return renames
  const { code, stdout } = await repo.tryGit(
    [
      'diff-tree',
      '--stdin',
      '-r',
      '-M',
      '-m',
      '--root',
      '--no-commit-id',
      '--name-status',
      '-z',
      '--diff-filter=R',
    ],
    { input: commits.map((oid) => `${oid}\n`).join('') },
  )
  if (code === 0) collect(stdout.toString('utf8'), new Set(rest), renames)
  return renames
}

async function uncommittedRenames(repo: Repo, paths: readonly string[]): Promise<Map<string, string>> {
  const renames = new Map<string, string>()
  if (repo.workTree === undefined) return renames
  const { code, stdout } = await repo.tryGit(
    ['diff-index', '-M', '--name-status', '-z', '--diff-filter=R', 'HEAD', '--'],
    { vars: { GIT_OPTIONAL_LOCKS: '0' } },
  )
  if (code === 0) collect(stdout.toString('utf8'), new Set(paths), renames)
  return renames
}

/** The commits that took these paths away, the newest first. */
async function deletingCommits(repo: Repo, revision: Oid, paths: string[]): Promise<Oid[]> {
  const { code, stdout } = await repo.tryGit(
    [
      '--literal-pathspecs',
      'log',
      '--format=%H',
      '--no-renames',
      '--diff-filter=D',
      revision,
      '--',
      ...paths,
    ],
    { timeout: TIMEOUT_MS },
  )
  return code === 0 ? stdout.toString('latin1').split('\n').filter(Boolean) : []
}

/** `R087`, the old path, the new one; the newest rename of a path wins. */
function collect(text: string, wanted: ReadonlySet<string>, renames: Map<string, string>): void {
  const fields = text.split('\0')
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [from, to] = [fields[i + 1]!, fields[i + 2]!]
    if (wanted.has(from) && !renames.has(from)) renames.set(from, to)
  }
}
