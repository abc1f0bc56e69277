/**
 * `spawnSync` and `execFileSync` as Node has them, from a small process of the worker's own: to start a process Node copies the page
 * tables of the one that asks, and for a worker that has loaded hundreds of megabytes this takes ten times as long as git itself.
 */
import * as node from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Options extends Omit<node.SpawnSyncOptions, 'input'> {
  input?: string | Uint8Array
}
type Text = Options & { encoding: BufferEncoding }

interface Channel {
  ask: number
  answer: number
}

let channel: Channel | undefined

export function spawnSync(file: string, args: readonly string[], options: Text): node.SpawnSyncReturns<string>
export function spawnSync(
  file: string,
  args: readonly string[],
  options?: Options,
): node.SpawnSyncReturns<Buffer>
export function spawnSync(
  file: string,
  args: readonly string[],
  options: Options = {},
): node.SpawnSyncReturns<string | Buffer> {
  if (process.platform === 'win32') return node.spawnSync(file, args, options)
  const { input, encoding, ...rest } = options
  const answer = ask((channel ??= open()), {
    file,
    args,
    options: { ...rest, cwd: rest.cwd ?? process.cwd(), env: rest.env ?? process.env },
    ...(input !== undefined && { input: Buffer.from(input).toString('base64') }),
  })
  const decode = (bytes: string | null) => {
    const buffer = bytes === null ? null : Buffer.from(bytes, 'base64')
    return encoding && encoding !== 'buffer' ? (buffer?.toString(encoding) ?? null) : buffer
  }
  const [stdout, stderr] = [decode(answer.stdout), decode(answer.stderr)]
  return {
    pid: answer.pid,
    status: answer.status,
    signal: answer.signal,
    output: [null, stdout, stderr],
    stdout: stdout as string,
    stderr: stderr as string,
    ...(answer.error && { error: Object.assign(new Error(answer.error.message), answer.error) }),
  }
}

export function execFileSync(file: string, args: readonly string[], options: Text): string
export function execFileSync(file: string, args: readonly string[], options?: Options): Buffer
export function execFileSync(file: string, args: readonly string[], options: Options = {}): string | Buffer {
  const ran = spawnSync(file, args, options)
  if (ran.error) throw ran.error
  if (ran.status === 0) return ran.stdout
  throw Object.assign(new Error(`Command failed: ${[file, ...args].join(' ')}\n${String(ran.stderr)}`), ran)
}

interface Answer extends Pick<node.SpawnSyncReturns<string>, 'pid' | 'status' | 'signal'> {
  stdout: string | null
  stderr: string | null
  error?: { message: string }
}

function ask(to: Channel, question: unknown): Answer {
  const bytes = Buffer.from(JSON.stringify(question))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  writeFileSync(to.ask, Buffer.concat([length, bytes]))
  return JSON.parse(read(to.answer, read(to.answer, 4).readUInt32LE()).toString()) as Answer
}

function read(from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length;) {
    const got = readSync(from, bytes, at, length - at, null)
    if (got === 0) throw new Error('the process that starts processes has ended')
    at += got
  }
  return bytes
}

/** Named pipes, since those that Node makes cannot be read without returning to the event loop. */
function open(): Channel {
  const dir = mkdtempSync(join(tmpdir(), 'ralph-spawner-'))
  const names = [join(dir, 'ask'), join(dir, 'answer')] as const
  node.execFileSync('mkfifo', names)
  // Opened for both at first: with one end alone, open waits for the other.
  const both = names.map((name) => openSync(name, 'r+'))
  const [asked, answer] = [openSync(names[0], 'r'), openSync(names[1], 'r')]
  const [ask, answered] = [openSync(names[0], 'w'), openSync(names[1], 'w')]
  const script = fileURLToPath(new URL('spawner.mjs', import.meta.url))
  node.spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', asked, answered] }).unref()
  for (const end of [...both, asked, answered]) closeSync(end)
  rmSync(dir, { recursive: true })
  return { ask, answer }
}
