/**
 * One `git cat-file` process, started when first needed: reads packed objects, alternates and promised objects alike. What is asked
 * together is answered together, by `--batch-command`; git before 2.36 has only `--batch`, which answers in many small pieces.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { RalphError } from '../../errors.js'
import { explainStart } from './git.js'
import type { Oid, Repo } from './repo.js'

export interface RawObject {
  type: string
  content: Buffer
}

interface Waiting {
  oid: Oid
  limit: number
  resolve(object: RawObject | undefined): void
  reject(error: unknown): void
}

/** A process that has had nothing to do for so long is ended: a server may hold a repository for days. */
const IDLE_MS = 2_000
/** So many may wait for further questions, of all repositories this process has opened; the oldest makes room. */
const MAX_IDLE = 4
const idle = new Set<CatFile>()

/** Exit code of a git that does not know an option. */
const USAGE = 129
let knowsBatchCommand = true

export class CatFile {
  readonly #repo: Repo
  readonly #waiting: Waiting[] = []
  #questions: Oid[] = []
  #child: ChildProcessWithoutNullStreams | undefined
  #takesCommands = true
  #chunks: Buffer[] = []
  #buffered = 0
  #needed = 1
  /** Bytes to come of an object that is too large. */
  #unwanted = 0
  #timer: NodeJS.Timeout | undefined

  constructor(repo: Repo) {
    this.#repo = repo
  }

  get started(): boolean {
    return this.#child !== undefined
  }

  /** The object, or undefined when the repository has none of that name, or one of more than `limit` bytes. */
  read(oid: Oid, limit = Infinity): Promise<RawObject | undefined> {
    return new Promise((resolve, reject) => {
      const child = (this.#child ??= this.#start())
      if (this.#waiting.length === 0) this.#hold(child)
      this.#waiting.push({ oid, limit, resolve, reject })
      if (this.#questions.length === 0) queueMicrotask(() => this.#ask())
      this.#questions.push(oid)
    })
  }

  #ask(): void {
    if (this.#questions.length === 0) return
    const asked = this.#questions.map((oid) => (this.#takesCommands ? `contents ${oid}\n` : `${oid}\n`))
    this.#questions = []
    this.#child?.stdin.write(asked.join('') + (this.#takesCommands ? 'flush\n' : ''))
  }

  #start(): ChildProcessWithoutNullStreams {
    const takesCommands = (this.#takesCommands = knowsBatchCommand)
    const mode = takesCommands ? ['--batch-command', '--buffer'] : ['--batch']
    const child = spawn('git', [`--git-dir=${this.#repo.gitDir}`, 'cat-file', ...mode], {
      cwd: this.#repo.commonDir,
      env: this.#repo.vars,
    })
    child.stdout.on('data', (data: Buffer) => {
      if (this.#child !== child) return
      const chunk = data.subarray(Math.min(this.#unwanted, data.length))
      this.#unwanted -= data.length - chunk.length
      this.#chunks.push(chunk)
      this.#buffered += chunk.length
      if (this.#buffered >= this.#needed) this.#answer()
      if (this.#waiting.length === 0) this.#rest(child)
    })
    child.stdin.on('error', () => {})
    child.stderr.resume()
    child.on('error', (error) => this.#fail(child, explainStart(error)))
    child.on('close', (code) => {
      if (code === USAGE && takesCommands) this.#startAgain(child)
      else this.#fail(child, new RalphError('git-failed', "'git cat-file' ended early"))
    })
    return child
  }

  /** With an older git: nothing has been answered yet. */
  #startAgain(child: ChildProcessWithoutNullStreams): void {
    knowsBatchCommand = false
    if (this.#child !== child) return
    this.#child = this.#start()
    this.#questions = this.#waiting.map(({ oid }) => oid)
    this.#ask()
  }

  /** Our process may end while the child waits for the next question, but not while we wait for an answer. */
  #hold(child: ChildProcessWithoutNullStreams): void {
    idle.delete(this)
    for (const handle of handlesOf(child)) handle.ref?.()
  }

  #rest(child: ChildProcessWithoutNullStreams): void {
    for (const handle of handlesOf(child)) handle.unref?.()
    idle.add(this)
    if (idle.size > MAX_IDLE) idle.values().next().value!.#end()
    if (this.#timer) this.#timer.refresh()
    else this.#timer = setTimeout(() => idle.has(this) && this.#end(), IDLE_MS).unref()
  }

  /** The next question starts another process. */
  #end(): void {
    idle.delete(this)
    this.#child?.stdin.end()
    this.#reset()
  }

  #reset(): void {
    this.#child = undefined
    this.#questions = []
    this.#chunks = []
    this.#buffered = 0
    this.#needed = 1
    this.#unwanted = 0
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

  #fail(child: ChildProcessWithoutNullStreams, error: unknown): void {
    if (this.#child !== child) return
    idle.delete(this)
    this.#reset()
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
  }
}

function handlesOf(child: ChildProcessWithoutNullStreams): { ref?(): void; unref?(): void }[] {
  return [child, child.stdout, child.stdin, child.stderr] as unknown as { ref?(): void; unref?(): void }[]
}
