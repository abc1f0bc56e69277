/**
 * Refs. Reading plain files costs no process; moving is always done by git, with the value we expect it to have, so that two
 * writers never overwrite each other.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { explainFsError, RalphError } from '../../errors.js'
import { gitFailed } from './git.js'
import type { Oid, Repo } from './repo.js'
import { listedRef } from './spelling.js'

const NO_OBJECT = '0'.repeat(40)
const OID = /^[0-9a-f]{40}$/

/** What `ref` points to, or undefined when there is no such ref now. */
export async function readRef(repo: Repo, ref: string): Promise<Oid | undefined> {
  if (!repo.refsByGit) {
    const value = listedRef(repo, ref) === ref ? readRefFile(repo, ref) : readPackedRef(repo, ref)
    if (value === undefined || OID.test(value)) return value
    const target = /^ref: (\S+)/.exec(value)?.[1]
    if (target?.startsWith('refs/')) return readRef(repo, target)
  }
  const answer = await repo.tryGit(['rev-parse', '--quiet', '--verify', `${ref}^{}`])
  return answer.code === 0 ? answer.stdout.toString('utf8').trim() : undefined
}

/** What the files say of `ref`: an object id, or `ref: <another>`. */
export function readRefFile(repo: Pick<Repo, 'commonDir'>, ref: string): string | undefined {
  return readLooseRef(repo, ref) ?? readPackedRef(repo, ref)
}

/** All refs below `prefix`, ordered by name. Costs no process where refs are files. */
export async function listRefs(repo: Repo, prefix: string): Promise<Map<string, Oid>> {
  if (repo.refsByGit) return listRefsByGit(repo, prefix)
  const refs = new Map<string, Oid>()
  // Loose ones first: a ref that is being packed meanwhile is then found in the packed file.
  for (const ref of looseRefsBelow(repo, prefix)) {
    const value = await readRef(repo, ref)
    if (value !== undefined) refs.set(ref, value)
  }
  for (const [ref, oid] of packedLines(packedRefs(repo) ?? ''))
    if (ref.startsWith(`${prefix}/`) && !refs.has(ref)) refs.set(ref, oid)
  return new Map([...refs].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function listRefsByGit(repo: Repo, prefix: string): Promise<Map<string, Oid>> {
  const listing = await repo.git(['for-each-ref', '--format=%(objectname) %(refname)', prefix])
  const lines = listing.split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(41), line.slice(0, 40)]))
}

function looseRefsBelow(repo: Repo, prefix: string): string[] {
  let entries
  try {
    entries = readdirSync(join(repo.commonDir, prefix), { withFileTypes: true })
  } catch (error) {
    if (isAbsence(error)) return []
    throw explainFsError(error, 'reading refs')
  }
  return entries
    .filter(({ name }) => !name.endsWith('.lock'))
    .flatMap((entry) => {
      const ref = `${prefix}/${entry.name}`
      return entry.isDirectory() ? looseRefsBelow(repo, ref) : [ref]
    })
}

/** Whether a ref below `prefix` may exist; costs no process, and is never wrong when it says no. */
export function mayHaveRefs(repo: Repo, prefix: string): boolean {
  return repo.refsByGit || existsBelow(repo, prefix) || (packedRefs(repo)?.includes(` ${prefix}/`) ?? false)
}

/**
 * Points `ref` to `next` if it still is `expected` (undefined: if there is none). Answers false when somebody else moved or holds
 * it: read again and decide anew.
 */
export async function moveRef(
  repo: Repo,
  ref: string,
  next: Oid,
  expected: Oid | undefined,
  why: string,
): Promise<boolean> {
  try {
    return await updateRef(repo, ['--create-reflog', '-m', why, ref, next, expected ?? NO_OBJECT])
  } catch (error) {
    if (error instanceof RalphError && error.code === 'git-failed' && (await isAt(repo, ref, next)))
      return true
    throw error
  }
}

export async function deleteRef(repo: Repo, ref: string, expected: Oid): Promise<boolean> {
  try {
    return await updateRef(repo, ['-d', ref, expected])
  } catch (error) {
    if (error instanceof RalphError && error.code === 'git-failed' && !(await readRef(repo, ref))) return true
    throw error
  }
}

async function updateRef(repo: Repo, args: string[]): Promise<boolean> {
  const command = ['update-ref', '--no-deref', ...args]
  const result = await repo.tryGit(command)
  if (result.code === 0) return true
  const refused = explainRefusal(result.stderr)
  if (refused) throw refused
  if (/File name too long/i.test(result.stderr)) throw gitFailed(command, result)
  // Also when `git pack-refs` removes the empty directory under us: "unable to create directory", then "cannot lock ref".
  if (/cannot lock ref|cannot update ref|unable to create directory|File exists/i.test(result.stderr))
    return false
  throw gitFailed(command, result)
}

/** Git may have been killed after its work was done: then what it says is not what happened. */
async function isAt(repo: Repo, ref: string, wanted: Oid): Promise<boolean> {
  const now = await readRef(repo, ref)
  if (now === undefined || now === wanted) return now === wanted
  return (await repo.tryGit(['merge-base', '--is-ancestor', wanted, now])).code === 0
}

function explainRefusal(said: string): unknown {
  // Git does not say why a lock it has made cannot be written; a full disk is the one common reason.
  const code = /No space left|quota exceeded|couldn't (?:write|close) /i.test(said)
    ? 'ENOSPC'
    : /Permission denied|Read-only file system|Operation not permitted/i.test(said)
      ? 'EACCES'
      : undefined
  return code && explainFsError(Object.assign(new Error(said.trim()), { code }), 'moving a memory ref')
}

function readLooseRef(repo: Pick<Repo, 'commonDir'>, ref: string): string | undefined {
  try {
    return readFileSync(join(repo.commonDir, ref), 'utf8').trim()
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw explainFsError(error, 'reading a ref')
  }
}

function readPackedRef(repo: Pick<Repo, 'commonDir'>, ref: string): Oid | undefined {
  const text = packedRefs(repo)
  if (text === undefined) return undefined
  const known = packed.get(repo.commonDir)!
  // Looking through the text is quickest for a few; who asks for many is served by name.
  if (++known.asked > MANY) return (known.byName ??= new Map(packedLines(text))).get(ref)
  const end = text.indexOf(` ${ref}\n`)
  return end < 40 ? undefined : text.slice(end - 40, end)
}

function packedLines(text: string): [string, Oid][] {
  return text.split('\n').flatMap((line) => {
    const oid = line.slice(0, 40)
    return OID.test(oid) && line[40] === ' ' ? [[line.slice(41), oid] as [string, Oid]] : []
  })
}

const MANY = 30
const packed = new Map<string, { stamp: string; text: string; asked: number; byName?: Map<string, Oid> }>()

/** Read once for as long as it is the same file: a landing asks for several refs of each line. Git replaces it by rename. */
function packedRefs(repo: Pick<Repo, 'commonDir'>): string | undefined {
  const path = join(repo.commonDir, 'packed-refs')
  try {
    // Asked first: an error that says what is usual costs more than the question.
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (!stat) return undefined
    const stamp = `${stat.ino}-${stat.mtimeNs}-${stat.ctimeNs}-${stat.size}`
    const known = packed.get(repo.commonDir)
    if (known?.stamp === stamp) return known.text
    const text = readFileSync(path, 'utf8')
    packed.set(repo.commonDir, { stamp, text, asked: 0 })
    return text
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw explainFsError(error, 'reading packed refs')
  }
}

function existsBelow(repo: Repo, prefix: string): boolean {
  return existsSync(join(repo.commonDir, prefix))
}

function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG'
}
