/**
 * The articles of the view as files in the work tree (setting `knowledgePath`), both ways as with `.agent/memories.md`: what was
 * changed by hand is stored first, then the files are written, and only those that differ. Files that git tracks are left alone.
 */
import { articlesByHand, type MirroredFile } from '../../memory/knowledge-by-hand.js'
import { looksLikeArticle, parseArticle, renderArticle } from '../../memory/knowledge-file.js'
import { checkWhole, type Entry } from '../../memory/knowledge.js'
import { renderTime } from '../../memory/text.js'
import { subjectOf } from '../line/append.js'
import { addExclude } from './exclude.js'
import { appendKnowledge } from '../knowledge/knowledge.js'
import { readKnowledge } from '../knowledge/read-knowledge.js'
import { openView } from '../line/line.js'
import {
  fileOf,
  listMirrored,
  mirrorDir,
  type MirrorState,
  readMirrored,
  readMirrorState,
  replaceFile,
  type WrittenFile,
  writeMirrorState,
} from './mirror-files.js'
import { takeTurn } from '../git/queue.js'
import { editedOn, type RenderReport } from './render.js'
import { identityOf, indexIdentity } from './rendered-file.js'
import type { Repo } from '../git/repo.js'
import type { Settings } from '../settings/settings.js'

const WAIT_MS = 2_000

/** Absorbs hand edits and writes the articles of the branch checked out. */
export async function refreshMirror(repo: Repo, settings: Settings): Promise<RenderReport> {
  const { knowledgePath: path, enabled } = settings
  if (repo.workTree === undefined || path === '' || !enabled) return { outcome: 'off', warnings: [] }
  const dir = mirrorDir(repo, path)
  if (await isCurrent(repo, path, dir)) return { outcome: 'unchanged', path: dir, warnings: [] }
  const worktree = repo.gitDir === repo.commonDir ? 'main' : repo.gitDir.split('/').at(-1)
  const turn = await takeTurn(repo, `mirror-${worktree}`, WAIT_MS)
  if (!turn.held) return { outcome: 'busy', path: dir, warnings: [] }
  try {
    return await refreshInTurn(repo, path, dir)
  } finally {
    turn.release()
  }
}

/** The usual case, decided by the files' identities alone. */
async function isCurrent(repo: Repo, path: string, dir: string): Promise<boolean> {
  const state = readMirrorState(repo, path)
  if (!state || state.index !== indexIdentity(repo)) return false
  const seen: Record<string, string> = {}
  for (const [name, { identity }] of Object.entries(state.files)) seen[name] = identity
  Object.assign(seen, state.left)
  const found = namesIn(dir, state.tracked)
  if (found.length !== Object.keys(seen).length) return false
  if (found.some((name) => seen[name] !== (identityOf(fileOf(dir, name)) ?? ''))) return false
  const { branch, tip } = await openView(repo)
  return state.tip === tip && state.branch === branch
}

function namesIn(dir: string, tracked: readonly string[]): string[] {
  return (listMirrored(dir) ?? []).map(({ name }) => name).filter((name) => !tracked.includes(name))
}

interface Found {
  /** Articles, as found. */
  files: Map<string, WrittenFile>
  left: Record<string, string>
  mirrored: MirroredFile[]
  warnings: string[]
}

async function refreshInTurn(repo: Repo, path: string, dir: string): Promise<RenderReport> {
  const state = readMirrorState(repo, path)
  const index = indexIdentity(repo)
  const tracked = state?.index === index ? state.tracked : await trackedIn(repo, path)
  const found = look(dir, state, tracked)
  const absorbed = await absorb(repo, dir, found.mirrored, state?.branch)
  const { branch, tip } = await openView(repo)
  const { entries } = await readKnowledge(repo, tip)
  const { files, isChanged } = write(dir, entries, found, new Set([...tracked, ...Object.keys(found.left)]))
  if (Object.keys(files).length > 0) addExclude(repo, path)
  // What we wrote is still the base of a file that cannot be read now, for when it is mended.
  for (const name of Object.keys(found.left)) if (state?.files[name]) files[name] = state.files[name]
  writeMirrorState(repo, { path, branch, tip, files, left: found.left, index, tracked })
  return {
    outcome: isChanged ? 'written' : 'unchanged',
    path: dir,
    warnings: found.warnings,
    ...(absorbed && { absorbed }),
  }
}

async function trackedIn(repo: Repo, path: string): Promise<string[]> {
  const listing = await repo.git(['ls-files', '-z', '--', path])
  return listing.split('\0').flatMap((file) => /([^/]+)\.md$/.exec(file)?.[1] ?? [])
}

function look(dir: string, state: MirrorState | undefined, tracked: readonly string[]): Found {
  const found: Found = { files: new Map(), left: {}, mirrored: [], warnings: [] }
  const listed = listMirrored(dir)
  const written = state?.files ?? {}
  for (const { name, isFile } of listed ?? []) {
    if (tracked.includes(name)) continue
    const file = isFile ? readMirrored(dir, name) : undefined
    const problem = file ? takeFile(found, name, file, written[name]) : 'it is no plain file'
    if (problem === undefined) continue
    found.left[name] = identityOf(fileOf(dir, name)) ?? ''
    if (state?.left[name] !== found.left[name])
      found.warnings.push(`${name}.md: ${problem}; it is left as it is`)
  }
  // A directory that is gone was cleaned away: nobody meant to forget everything in it.
  for (const [name, { text }] of Object.entries(listed === undefined ? {} : written)) {
    if (found.files.has(name) || name in found.left || tracked.includes(name)) continue
    found.mirrored.push({ name, written: parseArticle(text) })
  }
  return found
}

/** Answers what keeps the file from being an article. */
function takeFile(
  found: Found,
  name: string,
  file: WrittenFile,
  written: WrittenFile | undefined,
): string | undefined {
  if (written?.text === file.text) {
    found.files.set(name, file)
    return undefined
  }
  try {
    if (!looksLikeArticle(file.text)) return 'it is no article'
    const article = parseArticle(file.text)
    checkWhole(article)
    found.mirrored.push({ name, found: article, ...(written && { written: parseArticle(written.text) }) })
    found.files.set(name, file)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Each edit goes to the branch that it was made on: one commit per branch, and there is seldom more than one. */
async function absorb(
  repo: Repo,
  dir: string,
  mirrored: readonly MirroredFile[],
  before: string | undefined,
): Promise<RenderReport['absorbed']> {
  const byBranch = new Map<string, MirroredFile[]>()
  for (const file of mirrored) {
    const branch = await editedOn(repo, file.found ? fileOf(dir, file.name) : dir, before)
    byBranch.set(branch, [...(byBranch.get(branch) ?? []), file])
  }
  let total: RenderReport['absorbed']
  for (const [branch, files] of byBranch) {
    const { answer, changed } = await appendKnowledge(repo, branch, (entries) => {
      const { changes, count } = articlesByHand(entries, files, renderTime(repo.env.now()))
      const what = Object.entries(count)
        .filter(([, n]) => n > 0)
        .map(([verb, n]) => `${n} ${verb}`)
      return { changes, subject: subjectOf('edit knowledge by hand', what.join(', ')), answer: count }
    })
    if (!changed) continue
    total ??= { added: 0, edited: 0, forgotten: 0 }
    for (const verb of ['added', 'edited', 'forgotten'] as const) total[verb] += answer[verb]
  }
  return total
}

function write(
  dir: string,
  entries: readonly Entry[],
  found: Found,
  untouchable: ReadonlySet<string>,
): { files: MirrorState['files']; isChanged: boolean } {
  const files: MirrorState['files'] = {}
  let isChanged = false
  for (const { slug, article } of entries) {
    if (untouchable.has(slug)) continue
    const there = found.files.get(slug)
    const text = renderArticle(article)
    const identity =
      there?.text === text ? there.identity : replaceFile(fileOf(dir, slug), text, there?.identity)
    if (identity !== there?.identity) isChanged = true
    if (identity !== undefined) files[slug] = { identity, text }
    // Saved by somebody this moment: what we wrote before is what it was made from.
    else if (there) files[slug] = there
  }
  const slugs = new Set(entries.map(({ slug }) => slug))
  for (const [name, { identity }] of found.files) {
    if (slugs.has(name)) continue
    replaceFile(fileOf(dir, name), undefined, identity)
    isChanged = true
  }
  return { files, isChanged }
}
