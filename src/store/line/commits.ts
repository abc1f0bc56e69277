/** Commits of lines as git tells them: who, when, on which code, and which memories each one changed. */
import { idOfPath, pathOf } from '../../memory/id.js'
import type { MemoryId } from '../../memory/memory.js'
import { cleanBody, renderTime } from '../../memory/text.js'
import type { Oid, Repo } from '../git/repo.js'

export interface LineCommit {
  commit: Oid
  parents: Oid[]
  /** UTC, whole seconds. */
  when: string
  author: string
  email: string
  subject: string
  /** The code commit that was checked out. */
  code?: Oid
  branch?: string
  agent?: string
  session?: string
  task?: string
}

/** The blobs of a memory before and after a commit. */
export interface BlobChange {
  id: MemoryId
  before: Oid | undefined
  after: Oid | undefined
}

export interface LoggedCommit extends LineCommit {
  changes: BlobChange[]
}

/** Begins a commit; git would quote it in a path. */
const HEADER = '\u0001'
const TRAILERS = ['code', 'branch', 'agent', 'session', 'task'] as const
const FORMAT = [
  '%x01%H',
  '%P',
  '%ct',
  '%an',
  '%ae',
  '%s',
  ...TRAILERS.map((key) => `%(trailers:key=Ralph-${key},valueonly,unfold,separator=%x0C)`),
].join('%x00')
/** Against what a user's configuration would add or leave out. */
const PLAIN = [
  '--no-color',
  '--no-show-signature',
  '--no-renames',
  '--no-follow',
  '--root',
  '--encoding=UTF-8',
]
const LOG = ['log', ...PLAIN, `--format=${FORMAT}`]
const RAW = ['--raw', '--no-abbrev']

/** The newest `limit` commits of a line (0: all); a merge with what it brought to the line. */
export function logLine(repo: Repo, tip: Oid, limit: number): Promise<LoggedCommit[]> {
  return logLines(repo, [tip], limit)
}

/** The same of several lines, each commit once. */
export async function logLines(repo: Repo, tips: readonly Oid[], limit: number): Promise<LoggedCommit[]> {
  if (tips.length === 0) return []
  const count = limit > 0 ? [`--max-count=${limit}`] : []
  const input = tips.map((tip) => `${tip}\n`).join('')
  return parseLog(
    await repo.git([...LOG, ...RAW, '--diff-merges=first-parent', ...count, '--stdin'], { input }),
  )
}

/** The commits that changed one of these memories, newest first; a merge only when it made a version of its own. */
export async function logMemories(repo: Repo, tip: Oid, ids: readonly MemoryId[]): Promise<LoggedCommit[]> {
  // All parents are followed: a memory may have come and gone on a branch that was merged later.
  const log = await repo.git([...LOG, ...RAW, '-c', '--full-history', tip, '--', ...ids.map(pathOf)])
  return parseLog(log).filter(({ changes }) => changes.length > 0)
}

/** A hundred thousand commits have half of it. */
const MOST_BYTES = 64 << 20

/**
 * The commits that `range` names, as `git rev-list --stdin` reads it, with what they changed. Undefined when git takes too long: a tree
 * that holds itself many times over would keep it busy for ever.
 */
export async function logRange(
  repo: Repo,
  range: { args: readonly string[]; input: string },
  timeout: number,
): Promise<LoggedCommit[] | undefined> {
  const { args, input } = range
  const log = [...LOG, ...RAW, '-c', '--full-history', '--stdin', ...args]
  const { code, stdout } = await repo.tryGit(log, { input, timeout, limit: MOST_BYTES })
  return code === 0 ? parseLog(stdout.toString('utf8')) : undefined
}

export async function readLineCommits(repo: Repo, oids: Iterable<Oid>): Promise<Map<Oid, LineCommit>> {
  const input = [...new Set(oids)].map((oid) => `${oid}\n`).join('')
  if (input === '') return new Map()
  const log = await repo.git([...LOG, '--no-patch', '--no-walk=unsorted', '--stdin'], { input })
  const commits = log.split('\n').filter(Boolean).map(parseHeader)
  return new Map(commits.map((commit) => [commit.commit, commit]))
}

function parseLog(log: string): LoggedCommit[] {
  const commits: LoggedCommit[] = []
  for (const line of log.split('\n')) {
    if (line.startsWith(HEADER)) commits.push({ ...parseHeader(line), changes: [] })
    else if (line.startsWith(':')) commits.at(-1)?.changes.push(...parseChange(line))
  }
  return commits
}

function parseHeader(line: string): LineCommit {
  const [commit = '', parents = '', seconds, author = '', email = '', subject = '', ...values] = line
    .slice(HEADER.length)
    .split('\0')
  const found: LineCommit = {
    commit,
    parents: parents.split(' ').filter(Boolean),
    when: timeOf(Number(seconds)),
    author: cleanBody(author),
    email: cleanBody(email),
    subject: cleanBody(subject),
  }
  for (const [i, key] of TRAILERS.entries()) {
    const value = cleanBody(values[i]?.split('\f').at(-1) ?? '')
    if (value) found[key] = value
  }
  return found
}

/** `:mode mode before after M\tpath`; for a merge one colon, mode and object name per parent. */
function parseChange(line: string): BlobChange[] {
  const [head = '', path = ''] = line.split('\t')
  const id = idOfPath(path)
  if (id === undefined) return []
  const parents = /^:+/.exec(head)![0].length
  const oids = head
    .slice(parents)
    .split(' ')
    .slice(parents + 1, 2 * parents + 2)
  const real = oids.map((oid) => (/^0+$/.test(oid) ? undefined : oid))
  return [{ id, before: real.slice(0, -1).find((oid) => oid !== undefined), after: real.at(-1) }]
}

/** A commit from elsewhere may bear any number. */
export function timeOf(seconds: number): string {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? '' : renderTime(time)
}
