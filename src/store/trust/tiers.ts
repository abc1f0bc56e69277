/**
 * How far a version of a memory can be trusted, by who wrote it: `own` was written here, or under our own name; `signed` came with a good
 * signature of a key git trusts; `teammate` was written under the name of somebody who has code in this repository; `unknown` is the rest.
 * Names can be made up by whoever may push: only `signed` is proof.
 */
import { join } from 'node:path'
import { readLocalJson, writeCacheFile } from '../git/local-files.js'
import { CatFile } from '../git/cat-file.js'
import type { Oid, Repo } from '../git/repo.js'
import { headCommit } from '../line/line.js'
import { type Origin, readOrigins } from './origins.js'

export const TIERS = ['own', 'signed', 'teammate', 'unknown'] as const
export type Tier = (typeof TIERS)[number]

export interface Other {
  author: string
  tier: Tier
}

/** The tier of each of these blobs. */
export async function tiersOf(repo: Repo, blobs: Iterable<Oid>): Promise<Map<Oid, Tier>> {
  const wanted = new Set(blobs)
  const others = await othersAmong(repo, wanted)
  return new Map([...wanted].map((blob) => [blob, others.get(blob)?.tier ?? 'own']))
}

/** Those of the blobs that others wrote. `recheck`: after so many milliseconds a signature that was not good is looked at again. */
export async function othersAmong(repo: Repo, blobs: Iterable<Oid>, recheck = 0): Promise<Map<Oid, Other>> {
  const origins = readOrigins(repo, new Set(blobs))
  if (origins.size === 0) return new Map()
  const commits = new Set([...origins.values()].map(({ commit }) => commit))
  const signed = await signedAmong(repo, commits, recheck)
  const team = await contributors(repo)
  const tierOf = ({ commit, email }: Origin): Tier =>
    signed.has(commit) ? 'signed' : team.has(email.toLowerCase()) ? 'teammate' : 'unknown'
  return new Map(
    [...origins].map(([blob, origin]) => [blob, { author: origin.author, tier: tierOf(origin) }]),
  )
}

export function isTrusted(tier: Tier, least: Tier): boolean {
  return TIERS.indexOf(tier) <= TIERS.indexOf(least)
}

/** Commits with a good signature. Checking one takes a process of gpg or ssh-keygen, so the answer is kept by commit. */
async function signedAmong(repo: Repo, commits: ReadonlySet<Oid>, recheck: number): Promise<Set<Oid>> {
  const file = join(repo.ralphDir, 'signatures.json')
  // A number is the time at which a signature was not good: it may be once its key is known.
  const kept = readLocalJson<Record<Oid, boolean | number>>(file) ?? {}
  const now = repo.env.now().getTime()
  const isOpen = (known: boolean | number | undefined): boolean =>
    known === undefined || (typeof known === 'number' && now - known >= recheck)
  const unknown = [...commits].filter((commit) => isOpen(kept[commit]))
  if (unknown.length > 0) {
    const withSignature = await haveSignature(repo, unknown)
    const good = await verify(repo, withSignature)
    for (const commit of unknown)
      kept[commit] = good.has(commit) || (withSignature.includes(commit) ? now : false)
    writeCacheFile(file, JSON.stringify(kept))
  }
  return new Set([...commits].filter((commit) => kept[commit] === true))
}

async function haveSignature(repo: Repo, commits: readonly Oid[]): Promise<Oid[]> {
  const catFile = new CatFile(repo)
  const read = await Promise.all(commits.map((commit) => catFile.read(commit, 1 << 20)))
  return commits.filter((_, i) => {
    const header = read[i]?.content.toString('latin1').split('\n\n', 1)[0] ?? ''
    return /^gpgsig /m.test(header)
  })
}

async function verify(repo: Repo, commits: readonly Oid[]): Promise<Set<Oid>> {
  if (commits.length === 0) return new Set()
  const input = commits.map((commit) => `${commit}\n`).join('')
  const args = [
    'log',
    '--no-walk=unsorted',
    '--no-patch',
    '--no-show-signature',
    '--format=%H %G?',
    '--stdin',
  ]
  const { stdout } = await repo.tryGit(args, { input })
  const lines = stdout.toString('utf8').split('\n')
  return new Set(lines.filter((line) => line.endsWith(' G')).map((line) => line.split(' ', 1)[0]!))
}

const MOST_COMMITS = 20_000

/** Everybody with code on a branch, here or as the remotes have it; kept until the branch checked out moves. */
async function contributors(repo: Repo): Promise<Set<string>> {
  const file = join(repo.ralphDir, 'contributors.json')
  const head = (await headCommit(repo)) ?? ''
  const kept = readLocalJson<{ head: string; emails: string[] }>(file)
  if (kept?.head === head && Array.isArray(kept.emails)) return new Set(kept.emails)
  const answer = await repo.tryGit([
    'log',
    `--max-count=${MOST_COMMITS}`,
    '--no-show-signature',
    '--format=%ae%n%ce',
    '--branches',
    '--remotes',
    'HEAD',
    '--',
  ])
  const emails = [...new Set(answer.stdout.toString('utf8').toLowerCase().split('\n').filter(Boolean))]
  writeCacheFile(file, JSON.stringify({ head, emails }))
  return new Set(emails)
}
