/**
 * The rendered file on disk: where it is, whether it is still as we wrote it, and writing it anew.
 * What we write is recorded under the new file's identity (inode and time) before it takes its place, so that any version of
 * ours is recognised later, whichever process wrote it; only a file of another identity was edited by hand.
 */
import {
  lstatSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { explainFsError, RalphError } from '../../errors.js'
import { openView } from '../line/line.js'
import { makeDirs, readLocalFile, readLocalJson, removeQuietly, writeLocalFile } from '../git/local-files.js'
import { isAlive } from '../git/queue.js'
import type { Oid, Repo } from '../git/repo.js'
import type { Settings } from '../settings/settings.js'

export const KEEP_BASES = 8

/** What the file was made from. */
export interface RenderState {
  path: string
  branch: string
  tip: Oid | undefined
  limit: number
  /** Identity of the file we wrote. */
  file: string
  /** The index when we last asked git whether the file is tracked, and its answer. */
  index: string
  tracked: boolean
  /** What was rendered with this limit before, newest first; only texts without foreign blocks, which make sense for any branch. */
  earlier: { tip: Oid | undefined; file: string }[]
}

export interface FoundFile {
  /** Undefined: there is none. */
  text: string | undefined
  /** Whether it is byte for byte a version that we wrote. */
  ours: boolean
}

/** One state per worktree: each has its own files. */
export function stateDir(repo: Repo): string {
  return join(
    repo.ralphDir,
    'render',
    repo.gitDir === repo.commonDir ? 'main' : `worktree-${basename(repo.gitDir)}`,
  )
}

/** The name of the turn that who renders takes. */
export function renderTurn(repo: Repo): string {
  return `render-${repo.gitDir === repo.commonDir ? 'main' : basename(repo.gitDir)}`
}

export function readRenderState(repo: Repo): RenderState | undefined {
  const state = readLocalJson<RenderState>(join(stateDir(repo), 'state.json'))
  return state && Array.isArray(state.earlier) ? state : undefined
}

export function writeRenderState(repo: Repo, state: RenderState): void {
  writeLocalFile(join(stateDir(repo), 'state.json'), JSON.stringify(state))
}

/** The file's place in the work tree. */
export function renderedPath(repo: Repo, path: string): string {
  return placeInWorkTree(repo, path, 'file', 'git config ralph.renderPath .agent/memories.md')
}

/**
 * The setting may come with somebody else's push (ralph.yml), so a path that leads out of the work tree or into a git directory,
 * also through links, is refused, and so is a file that is no markdown.
 */
export function placeInWorkTree(repo: Repo, path: string, kind: 'file' | 'directory', hint: string): string {
  const workTree = repo.workTree!
  const full = join(workTree, path)
  const inside = relative(workTree, full)
  const refuse = (why: string): never => {
    throw new RalphError('bad-settings', `cannot render to '${path}': ${why}`, { hint })
  }
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) refuse('it is outside the work tree')
  if (isInGit(inside)) refuse("it is inside '.git'")
  if (kind === 'file' && !/\.(md|markdown)$/i.test(inside)) refuse("its name does not end in '.md'")
  let existing = dirname(full)
  while (statSync(existing, { throwIfNoEntry: false }) === undefined) existing = dirname(existing)
  const top = realpathSync.native(workTree)
  const real = realpathSync.native(existing)
  if (real !== top && !real.startsWith(top + sep)) refuse('a link leads out of the work tree')
  if (isInGit(relative(top, real))) refuse("a link leads into '.git'")
  const stat = lstatSync(full, { throwIfNoEntry: false })
  if (stat && !(kind === 'file' ? stat.isFile() : stat.isDirectory()))
    refuse(`something other than a ${kind} is there`)
  return full
}

const isInGit = (path: string): boolean => path.split(sep).some((part) => part.toLowerCase() === '.git')

/** Whether git tracks the file, as far as it is known without asking: until the index changes. */
export function knownTracked(repo: Repo, settings: Settings): boolean | undefined {
  const state = readRenderState(repo)
  return state?.path === settings.renderPath && state.index === indexIdentity(repo)
    ? state.tracked
    : undefined
}

/** The usual case, decided without reading the file: same tip, same file. */
export async function isRenderedCurrent(repo: Repo, settings: Settings, path: string): Promise<boolean> {
  const state = readRenderState(repo)
  if (!state) return false
  if (state.tracked && state.path === settings.renderPath) return state.index === indexIdentity(repo)
  if (!isAsRendered(state, settings, identityOf(path))) return false
  const { branch, tip } = await openView(repo)
  return state.tip === tip && state.branch === branch
}

/** The index as it is now: whether the file is tracked is asked again when it has changed. */
export function indexIdentity(repo: Repo): string {
  return identityOf(join(repo.gitDir, 'index')) ?? 'none'
}

/** Whether `file` is the file that we wrote last, with the settings of now. */
export function isAsRendered(state: RenderState, settings: Settings, file: string | undefined): boolean {
  const { renderPath, renderLimit } = settings
  return !state.tracked && state.path === renderPath && state.limit === renderLimit && state.file === file
}

/** Identity of the file at `path`, or undefined when there is none. */
export function identityOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat && `${stat.ino}-${stat.mtimeNs}-${stat.size}`
}

export function readRendered(repo: Repo, path: string): FoundFile {
  const identity = identityOf(path)
  if (identity === undefined) return { text: undefined, ours: false }
  const text = readFileSync(path, 'utf8')
  return { text, ours: readBase(repo, identity) === text }
}

/** What we rendered as the file of this identity, as long as it is kept. */
export function readBase(repo: Repo, identity: string): string | undefined {
  return readLocalFile(basePath(repo, identity))?.toString('utf8')
}

/** What we rendered before, newest first. */
export function readBases(repo: Repo): string[] {
  return listBases(repo).flatMap(
    ({ file }) => readLocalFile(join(stateDir(repo), file))?.toString('utf8') ?? [],
  )
}

/** Replaces the file by `text`. Answers the new file's identity. */
export function writeRendered(repo: Repo, path: string, text: string): string {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    makeDirs(dirname(path))
    removeDeadTemporaries(path)
    const mode = statSync(path, { throwIfNoEntry: false })?.mode
    // A cloned repository may have put a link in its place: that is removed, never followed.
    rmSync(temporary, { force: true })
    writeFileSync(temporary, text, { flag: 'wx' })
    if (mode !== undefined) chmodSync(temporary, mode)
    const identity = identityOf(temporary)!
    writeLocalFile(basePath(repo, identity), text)
    renameSync(temporary, path)
    for (const { file } of listBases(repo).slice(KEEP_BASES))
      rmSync(join(stateDir(repo), file), { force: true })
    return identity
  } catch (error) {
    removeQuietly(temporary)
    throw explainFsError(error, 'rendering memories')
  }
}

/** Left by processes that were killed right here: the user would see them in `git status`. */
function removeDeadTemporaries(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(`${basename(path)}.`) ? /\.(\d+)\.tmp$/.exec(name)?.[1] : undefined
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dirname(path), name), { force: true })
  }
}

const basePath = (repo: Repo, identity: string): string => join(stateDir(repo), `base-${identity}.md`)

function listBases(repo: Repo): { file: string; time: bigint }[] {
  const dir = stateDir(repo)
  let files: string[] = []
  try {
    files = readdirSync(dir).filter((file) => /^base-\d+-\d+-\d+\.md$/.test(file))
  } catch {
    return []
  }
  return files
    .map((file) => ({ file, time: BigInt(file.split('-')[2]!) }))
    .toSorted((a, b) => (a.time < b.time ? 1 : -1))
}
