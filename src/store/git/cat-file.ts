/** One `git cat-file --batch` process, started when first needed: reads packed objects, alternates and promised objects alike. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { RalphError } from '../../errors.js'
import { MOST_OBJECTS, readObjectFiles } from './object-files.js'
import type { Oid, Repo } from './repo.js'

export interface RawObject {
  type: string
  content: Buffer
}

interface Waiting {
  limit: number
  resolve(object: RawObject | undefined): void
  reject(error: unknown): void
}

export class CatFile {
  readonly #repo: Repo
  readonly #waiting: Waiting[] = []
  #child: ChildProcessWithoutNullStreams | undefined
  #chunks: Buffer[] = []
  #buffered = 0
  #needed = 1
  /** Bytes to come of an object that is too large. */
  #unwanted = 0

  constructor(repo: Repo) {
    this.#repo = repo
  }

  get started(): boolean {
    return this.#child !== undefined
  }

  /** Objects in order, each as by `read`. A few are read from the files, so that git is not started for them. */
  async readMany(oids: readonly Oid[], limit = Infinity): Promise<(RawObject | undefined)[]> {
    const direct = this.started || oids.length > MOST_OBJECTS ? [] : readObjectFiles(this.#repo, oids, limit)
    return Promise.all(oids.map(async (oid, i) => direct[i] ?? this.read(oid, limit)))
  }

  /** The object, or undefined when the repository has none of that name, or one of more than `limit` bytes. */
  read(oid: Oid, limit = Infinity): Promise<RawObject | undefined> {
    return new Promise((resolve, reject) => {
      const child = (this.#child ??= this.#start())
      this.#waiting.push({ limit, resolve, reject })
      holdProcess(child, true)
      child.stdin.write(`${oid}\n`)
    })
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn('git', [`--git-dir=${this.#repo.gitDir}`, 'cat-file', '--batch'], {
      cwd: this.#repo.commonDir,
      env: this.#repo.vars,
    })
    child.stdout.on('data', (data: Buffer) => {
      const chunk = data.subarray(Math.min(this.#unwanted, data.length))
      this.#unwanted -= data.length - chunk.length
      this.#chunks.push(chunk)
      this.#buffered += chunk.length
      if (this.#buffered >= this.#needed) this.#answer()
      if (this.#waiting.length === 0) holdProcess(child, false)
    })
    child.stdin.on('error', () => {})
    child.stderr.resume()
    child.on('error', (error) => this.#fail(error))
    child.on('close', () => this.#fail(new RalphError('git-failed', "'git cat-file' ended early")))
    return child
  }

  #answer(): void {
    let buffer = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#needed = 1
    while (buffer.length > 0) {
      const end = buffer.indexOf(10)
      if (end < 0) break
      const [, type, length] = buffer.toString('latin1', 0, end).split(' ')
      if (length === undefined) {
        this.#waiting.shift()?.resolve(undefined)
        buffer = buffer.subarray(end + 1)
        continue
      }
      const size = Number(length)
      if (size > (this.#waiting[0]?.limit ?? Infinity)) {
        this.#waiting.shift()?.resolve(undefined)
        const rest = buffer.subarray(end + 1)
        buffer = rest.subarray(Math.min(size + 1, rest.length))
        this.#unwanted = size + 1 - (rest.length - buffer.length)
        continue
      }
      this.#needed = end + 1 + size + 1
      if (buffer.length < this.#needed) break
      this.#waiting.shift()?.resolve({ type: type!, content: buffer.subarray(end + 1, end + 1 + size) })
      buffer = buffer.subarray(this.#needed)
      this.#needed = 1
    }
    this.#chunks = buffer.length > 0 ? [buffer] : []
    this.#buffered = buffer.length
  }

  #fail(error: unknown): void {
    this.#child = undefined
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
  }
}

/** Our process may end while the child waits for the next question, but not while we wait for an answer. */
function holdProcess(child: ChildProcessWithoutNullStreams, hold: boolean): void {
  const streams = [child.stdout, child.stdin, child.stderr] as unknown as { ref?(): void; unref?(): void }[]
  for (const handle of [child, ...streams]) {
    if (hold) handle.ref?.()
    else handle.unref?.()
  }
}
