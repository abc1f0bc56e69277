/**
 * Signing, when memory is shared: our own commits that the remote does not have yet are made anew with a signature, by git and the key it is
 * configured with. Writing never signs, since a key may ask for a password or be broken; when signing fails here, what is to be shared is
 * shared unsigned, and the user is told.
 */
import { encodeBranch } from '../line/branch-name.js'
import { lineRef } from '../line/line.js'
import { dropProvenance } from '../line/written-by.js'
import { CatFile } from '../git/cat-file.js'
import { readIdentity } from '../git/identity.js'
import { moveRef } from '../git/refs.js'
import type { Oid, Repo, RunOptions } from '../git/repo.js'
import { TRACKING } from './remote.js'
import type { Remote } from './transport.js'

/** A command with a key that asks for something nobody can answer must end. */
const SIGN_TIMEOUT_MS = 30_000
/** Each takes a process of gpg or ssh-keygen; an import of thousands is one commit. */
const MOST_COMMITS = 500

export interface Signed {
  /** The lines that moved, by branch. */
  tips: Map<string, Oid>
  problem?: string
}

export async function signUnpushed(
  repo: Repo,
  remote: Remote,
  lines: ReadonlyMap<string, Oid>,
): Promise<Signed> {
  const commits = await unpushed(repo, remote, [...lines.values()])
  const mine = (await readIdentity(repo)).committer.email.toLowerCase()
  const chosen = signable(commits, mine)
  if (chosen.length === 0) return { tips: new Map() }
  if (chosen.length > MOST_COMMITS)
    return { tips: new Map(), problem: `not signed: more than ${MOST_COMMITS} commits were not shared yet` }
  const signed = new Map<Oid, Oid>()
  for (const commit of chosen) {
    const parents = commit.parents.map((parent) => signed.get(parent) ?? parent)
    if (commit.hasSignature && parents.every((parent, i) => parent === commit.parents[i])) continue
    const made = await signCommit(repo, remote, commit, parents)
    if (typeof made !== 'string') return { tips: new Map(), problem: `not signed: ${made.reason}` }
    signed.set(commit.oid, made)
  }
  const tips = new Map<string, Oid>()
  for (const [branch, tip] of lines) {
    const next = signed.get(tip)
    // Somebody wrote meanwhile: that is shared unsigned, and signed next time.
    if (next && (await moveRef(repo, lineRef(branch), next, tip, 'sign'))) tips.set(branch, next)
  }
  if (tips.size > 0) dropProvenance(repo)
  return { tips }
}

interface Unsigned {
  oid: Oid
  tree: Oid
  parents: Oid[]
  author: string
  committer: string
  message: Buffer
  hasSignature: boolean
}

/** Oldest first. */
async function unpushed(repo: Repo, remote: Remote, tips: readonly Oid[]): Promise<Unsigned[]> {
  if (tips.length === 0) return []
  const known = `--glob=${TRACKING}/${encodeBranch(remote.name)}/*`
  const args = ['rev-list', '--topo-order', '--reverse', '--stdin', '--not', known]
  const listing = await repo.git(args, { input: tips.map((tip) => `${tip}\n`).join('') })
  const reader = new CatFile(repo)
  const oids = listing.split('\n').filter(Boolean)
  const read = await Promise.all(oids.map((oid) => reader.read(oid)))
  return oids.flatMap((oid, i) => (read[i] ? [parse(oid, read[i].content)] : []))
}

function parse(oid: Oid, raw: Buffer): Unsigned {
  const end = raw.indexOf('\n\n')
  const head = raw.toString('utf8', 0, end)
  const all = (name: string): string[] =>
    [...head.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, value]) => value!)
  return {
    oid,
    tree: all('tree')[0]!,
    parents: all('parent'),
    author: all('author')[0]!,
    committer: all('committer')[0]!,
    message: raw.subarray(end + 2),
    hasSignature: /^gpgsig /m.test(head),
  }
}

const PERSON = /^(.*) <(.*)> (\d+ [+-]\d{4})$/

/** Ours, unless somebody else's commit stands on it: that one is not ours to make anew. */
function signable(commits: readonly Unsigned[], mine: string): Unsigned[] {
  const byName = new Map(commits.map((commit) => [commit.oid, commit]))
  const fixed = new Set<Oid>()
  const fix = (oid: Oid): void => {
    const commit = byName.get(oid)
    if (!commit || fixed.has(oid)) return
    fixed.add(oid)
    commit.parents.forEach(fix)
  }
  for (const { oid, committer } of commits) if (PERSON.exec(committer)?.[2]?.toLowerCase() !== mine) fix(oid)
  return commits.filter(({ oid }) => !fixed.has(oid))
}

async function signCommit(
  repo: Repo,
  remote: Remote,
  { tree, author, committer, message }: Unsigned,
  parents: readonly Oid[],
): Promise<Oid | { reason: string }> {
  const [by, from] = [PERSON.exec(author), PERSON.exec(committer)]
  if (!by || !from) return { reason: 'a commit has an author that git could not write' }
  const options: RunOptions = {
    input: message,
    timeout: SIGN_TIMEOUT_MS,
    vars: {
      GIT_AUTHOR_NAME: by[1],
      GIT_AUTHOR_EMAIL: by[2],
      GIT_AUTHOR_DATE: by[3],
      GIT_COMMITTER_NAME: from[1],
      GIT_COMMITTER_EMAIL: from[2],
      GIT_COMMITTER_DATE: from[3],
      // Nobody is there: whatever would ask finds no terminal and no screen to ask on.
      ...(remote.unattended && {
        GPG_TTY: '',
        DISPLAY: '',
        WAYLAND_DISPLAY: '',
        SSH_ASKPASS: 'false',
        SSH_ASKPASS_REQUIRE: 'force',
      }),
    },
  }
  const parentArgs = parents.flatMap((parent) => ['-p', parent])
  const { code, stdout, stderr } = await repo.tryGit(
    ['commit-tree', '-S', ...parentArgs, '-F', '-', tree],
    options,
  )
  if (code === 0) return stdout.toString('utf8').trim()
  const said =
    stderr
      .trim()
      .split('\n')
      .findLast((line) => line !== '') ?? 'git did not say why'
  return { reason: said.replace(/^(?:fatal|error): /, '') }
}
