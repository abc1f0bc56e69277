/** The directory of an exported site: written only where nothing is lost. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { explainFsError, RalphError } from '../../errors.js'

/** Names the files of an export, so that the next one can replace them and nothing else. */
const MARK = 'ralph-site.json'
const OURS = /^(?:index\.html|[a-z-]+-[A-Z0-9]{8}\.(?:js|css)|data\/(?:[a-z]+\/)?[a-z0-9]+\.json)$/

interface Mark {
  kind: 'site'
  files: string[]
}

/** By their paths. */
export type Contents = ReadonlyMap<string, string | Uint8Array>

export function writeSite(dir: string, files: Contents): void {
  try {
    removeEarlier(dir)
    makeDir(dir)
    // First of all: what an interrupted export has left behind can be replaced, too.
    const mark: Mark = { kind: 'site', files: [...files.keys()] }
    writeFileSync(join(dir, MARK), `${JSON.stringify(mark)}\n`)
    for (const [path, contents] of files) {
      makeDir(dirname(join(dir, path)))
      writeFileSync(join(dir, path), contents)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new RalphError('bad-usage', `no directory can be made at '${dir}'`, { cause: error })
    throw explainFsError(error, 'writing')
  }
}

/** With those above it. Node's own way of doing so never ends in places as /proc, where there is a directory in which none can be made. */
function makeDir(dir: string): void {
  if (existsSync(dir)) return
  makeDir(dirname(dir))
  mkdirSync(dir)
}

/** Throws where an export would not be welcome: asked before the work is done. */
export function checkSiteDir(dir: string): void {
  if (!existsSync(dir)) return
  if (!lstatSync(join(dir, '.')).isDirectory())
    throw new RalphError('bad-usage', `'${dir}' is no directory`, { hint: 'name a new one, or an empty one' })
  if (readdirSync(dir).length > 0 && !readMark(dir))
    throw new RalphError('bad-usage', `'${dir}' is not empty, and no earlier export`, {
      hint: 'name a new directory, or an empty one',
    })
  for (const inner of ['data', 'data/whole', 'data/history'])
    if (lstatSync(join(dir, inner), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new RalphError('bad-usage', `'${join(dir, inner)}' is a link to elsewhere`, {
        hint: 'name a new directory, or an empty one',
      })
}

function removeEarlier(dir: string): void {
  checkSiteDir(dir)
  for (const path of readMark(dir)?.files ?? []) if (OURS.test(path)) rmSync(join(dir, path), { force: true })
}

function readMark(dir: string): Mark | undefined {
  try {
    const mark = JSON.parse(readFileSync(join(dir, MARK), 'utf8')) as Partial<Mark> | null
    return mark?.kind === 'site' && Array.isArray(mark.files) ? (mark as Mark) : undefined
  } catch {
    return undefined
  }
}
