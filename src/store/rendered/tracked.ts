/** Whether git tracks a file. Asking costs a process, so a look into the index comes first: it mostly says no. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Repo } from '../git/repo.js'

export async function isTracked(repo: Repo, path: string): Promise<boolean> {
  if (!mayBeTracked(repo, path)) return false
  return (await repo.tryGit(['ls-files', '--error-unmatch', '--', path])).code === 0
}

/**
 * Never wrong when it says no. Versions 2 and 3 of the index hold whole paths, each ended by a zero byte. Version 4 shortens
 * them, a split index (extension `link`) has its entries elsewhere, a sparse one (`sdir`) only names directories.
 */
function mayBeTracked(repo: Repo, path: string): boolean {
  let index: Buffer
  try {
    index = readFileSync(join(repo.gitDir, 'index'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
  const plain = index.toString('latin1', 0, 4) === 'DIRC' && index.readUInt32BE(4) < 4
  return (
    !plain || index.includes(`${posix.normalize(path)}\0`) || index.includes('link') || index.includes('sdir')
  )
}
