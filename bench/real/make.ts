/**
 * A repository of the size of a large project: a million objects, a pack of more than 2 GiB in which the memories come last, 50,000 files
 * checked out, 2,000 branches. And a small one with the same memories.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { git, importStream, makeBenchRepo, writeMemories } from '../seed.js'

export interface Size {
  directories: number
  filesEach: number
  commits: number
  /** That a commit changes, in ten directories. */
  changes: number
  branches: number
  /** Of data that can't be compressed. */
  megabytes: number
}

const PERSON = 'Bench <bench@example.com> 1737453600 +0000'

export function makeRepo(size: Size, memories: number): string {
  const dir = makeBenchRepo()
  // Nothing is compressed nor compared with what came before: what counts is how much there is.
  git(dir, 'config', 'core.compression', '0')
  git(dir, 'config', 'pack.depth', '0')
  git(dir, 'config', 'gc.auto', '0')
  importStream(dir, (write) => {
    let text = 0
    const file = (directory: number, n: number): string => {
      const content = `export const value = ${text++}\n`
      return `M 100644 inline src/d${directory}/f${n}.ts\ndata ${content.length}\n${content}`
    }
    const begin = (branch: string, mark: number): string =>
      `commit refs/heads/${branch}\nmark :${mark}\ncommitter ${PERSON}\ndata 5\nwork\n\n`
    write(`${begin('main', 1)}from refs/heads/main^0\n`)
    for (let d = 0; d < size.directories; d++) for (let n = 0; n < size.filesEach; n++) write(file(d, n))
    for (let commit = 2; commit <= size.commits; commit++) {
      write(begin('main', commit))
      for (let n = 0; n < size.changes; n++)
        write(file((commit * 10 + (n % 10)) % size.directories, Math.floor(n / 10) % size.filesEach))
    }
    for (let n = 0; n < size.branches; n++)
      write(`reset refs/heads/topic/${n}\nfrom :${1 + ((n * 7) % size.commits)}\n\n`)
    if (size.megabytes > 0) write(begin('assets', size.commits + 1))
    for (let n = 0; n < size.megabytes; n++) {
      write(`M 100644 inline asset-${n}\ndata ${1 << 20}\n`)
      write(randomBytes(1 << 20))
      write('\n')
    }
    writeMemories(write, memories)
  })
  git(dir, 'pack-refs', '--all')
  git(dir, 'reset', '-q', '--hard')
  git(dir, 'config', '--unset', 'core.compression')
  git(dir, 'config', '--unset', 'pack.depth')
  return dir
}

/** What there is, as git counts it. */
export function describeRepo(dir: string): string {
  const inPacks = /in-pack: (\d+)/.exec(git(dir, 'count-objects', '-v'))![1]!
  const packs = join(dir, '.git/objects/pack')
  const largest = Math.max(...readdirSync(packs).map((name) => statSync(join(packs, name)).size))
  const lines = (text: string): string => text.split('\n').length.toLocaleString('en')
  return `${Number(inPacks).toLocaleString('en')} objects, ${(largest / 2 ** 30).toFixed(2)} GiB in one pack, ${lines(git(dir, 'ls-files'))} files, ${lines(git(dir, 'for-each-ref', '--format=x', 'refs/heads'))} branches`
}
