/** The part of a purge outside of git's objects: our own files below the git directory, and rendered files in the work trees. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeLocalFile } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'
import { listWorktrees } from '../git/worktrees.js'
import { loopsDir } from '../loop/loop-files.js'
import { mirroredFiles } from '../rendered/mirror-files.js'
import type { Settings } from '../settings/settings.js'

/** Made again when needed. */
const DISPOSABLE = [
  'index',
  'journal/index',
  'sessions/index',
  'vectors',
  'cache',
  'render',
  'replaced',
  'edit',
  'loops/work-trees',
]
export const PURGED = '[purged]'

/** Removes what can be made again, and takes the texts out of the rest. Answers how many files were touched. */
export function purgeLocalFiles(repo: Repo, needles: readonly Buffer[]): number {
  let touched = 0
  for (const path of [...DISPOSABLE.map((name) => join(repo.ralphDir, name)), ...loopOutputs(repo)]) {
    if (existsSync(path)) touched++
    rmSync(path, { recursive: true, force: true })
  }
  const forms = formsOf(needles)
  for (const path of filesBelow(repo.ralphDir)) {
    const before = readFileSync(path)
    const text = forms.reduce(
      (left, form) => left.replaceAll(form.toString('latin1'), PURGED),
      before.toString('latin1'),
    )
    if (text.length === before.length && Buffer.from(text, 'latin1').equals(before)) continue
    writeLocalFile(path, Buffer.from(text, 'latin1'))
    touched++
  }
  return touched
}

/** What agents printed: memories are in it quoted, wrapped and cut, in ways that cannot all be known. */
function loopOutputs(repo: Repo): string[] {
  const loops = loopsDir(repo)
  return existsSync(loops) ? readdirSync(loops).map((id) => join(loops, id, 'output')) : []
}

/** A line that is as long is nobody else's. */
const LONG_LINE = 20

/**
 * How a text stands in our files, the longest forms first: as it is, and by its lines, each of which may be quoted; in lower case, where it is kept by its words alone; and all of that in JSON, or in JSON within JSON.
 */
function formsOf(needles: readonly Buffer[]): Buffer[] {
  const forms = new Set<string>()
  for (const needle of needles) {
    const text = needle.toString('utf8')
    const lines = text.split('\n').map((line) => line.trim())
    for (const part of [text, ...lines.filter(({ length }) => length >= LONG_LINE)]) {
      const flat = part.toLowerCase().replace(/\s+/g, ' ').trim()
      for (const form of [part, flat])
        forms
          .add(form)
          .add(inJson(form))
          .add(inJson(inJson(form)))
    }
  }
  return [...forms].toSorted((a, b) => b.length - a.length).map((form) => Buffer.from(form))
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * Rendered files that hold the text are deleted where they are as we wrote them: without what we remember of having written them
 * they would look like edits, and bring the text back. Answers those that were edited since and stay.
 */
export async function purgeRendered(
  repo: Repo,
  settings: Settings,
  needles: readonly Buffer[],
): Promise<string[]> {
  const stay: string[] = []
  const known = basesOf(repo)
  for (const { path: top } of await listWorktrees(repo)) {
    const path = join(top, settings.renderPath)
    const text = readIfFile(path)
    if (text === undefined) continue
    if (known.has(text.toString('latin1'))) rmSync(path)
    else if (needles.some((needle) => text.includes(needle))) stay.push(path)
  }
  if (settings.knowledgePath !== '' && repo.workTree !== undefined) {
    const { written, edited } = mirroredFiles(repo, settings.knowledgePath)
    for (const file of written) rmSync(file)
    stay.push(...edited.filter((file) => needles.some((needle) => readIfFile(file)?.includes(needle))))
  }
  return stay
}

/** Everything we remember having rendered, in any work tree. */
function basesOf(repo: Repo): Set<string> {
  const files = filesBelow(join(repo.ralphDir, 'render')).filter((path) => /base-[\d-]+\.md$/.test(path))
  return new Set(files.map((path) => readFileSync(path).toString('latin1')))
}

/** Plain files of the git directory that hold any of these, objects apart; our own in whatever form. */
export function searchFiles(repo: Repo, needles: readonly Buffer[]): string[] {
  const forms = formsOf(needles)
  return filesBelow(repo.commonDir)
    .filter((path) => !path.startsWith(join(repo.commonDir, 'objects')))
    .filter((path) => {
      const content = readIfFile(path)
      const sought = path.startsWith(repo.ralphDir) ? forms : needles
      return content !== undefined && sought.some((needle) => content.includes(needle))
    })
}

function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

const LARGEST = 1 << 28

function readIfFile(path: string): Buffer | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() && stat.size < LARGEST ? readFileSync(path) : undefined
}
