/** Searches every object of the repository, loose or packed, reachable or not, for some bytes. One git process reads them all. */
import { spawn } from 'node:child_process'
import { RalphError } from '../../errors.js'
import { explainStart } from '../git/git.js'
import type { Oid, Repo } from '../git/repo.js'

export interface FoundObject {
  oid: Oid
  type: string
}

/** The objects that hold any of these. Objects are searched as they stream by: none is kept in memory as a whole. */
export async function searchObjects(repo: Repo, needles: readonly Buffer[]): Promise<FoundObject[]> {
  const found: FoundObject[] = []
  const longest = Math.max(...needles.map(({ length }) => length))
  let current: (FoundObject & { left: number; tail: Buffer; hit: boolean }) | undefined
  let rest: Buffer = Buffer.alloc(0)
  const look = (chunk: Buffer): void => {
    if (!current || current.hit) return
    const window = Buffer.concat([current.tail, chunk])
    current.hit = needles.some((needle) => window.includes(needle))
    current.tail = window.subarray(Math.max(0, window.length - longest))
  }
  const take = (data: Buffer): void => {
    let buffer = rest.length > 0 ? Buffer.concat([rest, data]) : data
    for (;;) {
      if (!current) {
        const end = buffer.indexOf(10)
        if (end === -1) break
        const [oid = '', type = '', size] = buffer.toString('latin1', 0, end).split(' ')
        buffer = buffer.subarray(end + 1)
        if (size === undefined) continue
        current = { oid, type, left: Number(size), tail: Buffer.alloc(0), hit: false }
      }
      const part = buffer.subarray(0, current.left)
      look(part)
      current.left -= part.length
      buffer = buffer.subarray(part.length)
      // A newline follows the object.
      if (current.left > 0 || buffer.length === 0) break
      if (current.hit) found.push({ oid: current.oid, type: current.type })
      current = undefined
      buffer = buffer.subarray(1)
    }
    rest = Buffer.from(buffer)
  }
  await readAll(repo, take)
  return found
}

function readAll(repo: Repo, take: (data: Buffer) => void): Promise<void> {
  const args = ['cat-file', '--batch', '--batch-all-objects', '--unordered', '--buffer']
  return new Promise((resolve, reject) => {
    const child = spawn('git', [`--git-dir=${repo.gitDir}`, ...args], {
      cwd: repo.commonDir,
      env: repo.vars,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child.stdout.on('data', take)
    child.on('error', (error) => reject(explainStart(error)))
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new RalphError('git-failed', "'git cat-file' could not read all objects")),
    )
  })
}
