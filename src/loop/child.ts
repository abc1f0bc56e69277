/**
 * The one place where a loop starts processes. Each leads a group of its own, and when it ends, is too slow or is interrupted, the whole group goes, and whoever left
 * it. If we are killed ourselves, a guard does that: a small shell that waits for the end of a pipe which only we hold open.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import type { ProcessRef } from '../loop-rules/state.js'
import { processRef } from '../store/loop/process-ref.js'
import { COOKIE, signalGroup, stopLeftovers } from '../store/loop/processes.js'
import { boundedOutput } from './bounded-output.js'
import type { Interrupt, Urgency } from './interrupt.js'

export interface ChildOptions {
  cwd: string
  vars: Record<string, string | undefined>
  /** Drawn for this child. */
  cookie: string
  input?: string
  timeoutMs: number
  interrupt: Interrupt
  /** Text as it comes, from both streams. */
  onText?(text: string, stream: 'stdout' | 'stderr'): void
  onStart?(child: ProcessRef): void
}

export interface ChildEnd {
  /** Null when a signal ended it. */
  exitCode: number | null
  timedOut: boolean
  interrupted: boolean
  /** Why it could not be started. */
  missing?: string
  /** Standard output alone. */
  out: string
  /** Both streams, as they came. */
  all: string
  bytes: number
  durationMs: number
}

/** How long a child may take to end once it was asked to: by SIGINT, then by SIGTERM. */
const FINISH_MS = 8_000
const TERM_MS = 2_000

export async function runChild(words: readonly string[], options: ChildOptions): Promise<ChildEnd> {
  const began = Date.now()
  const [out, all] = [boundedOutput(), boundedOutput()]
  const child = spawn(words[0]!, words.slice(1), {
    cwd: options.cwd,
    env: { ...options.vars, [COOKIE]: options.cookie },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const closed = new Promise<void>((resolve) => void child.on('close', () => resolve()))
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code))
  })
  for (const stream of ['stdout', 'stderr'] as const) {
    const decoder = new StringDecoder('utf8')
    child[stream].on('data', (chunk: Buffer) => {
      all.add(chunk)
      if (stream === 'stdout') out.add(chunk)
      const text = decoder.write(chunk)
      if (text !== '') options.onText?.(text, stream)
    })
  }
  // A child that does not read all of its input closes the pipe.
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  const pid = child.pid
  if (pid === undefined) {
    const missing = await exited.then(
      () => '',
      (error: Error) => error.message,
    )
    return {
      exitCode: null,
      timedOut: false,
      interrupted: false,
      missing,
      out: '',
      all: '',
      bytes: 0,
      durationMs: 0,
    }
  }
  const guard = startGuard(pid)
  options.onStart?.(processRef(pid))
  const ending = watchOver(pid, options)
  const exitCode = await exited
  ending.stop()
  await stopLeftovers(
    pid,
    options.cookie,
    options.interrupt.urgency === 2 || ending.timedOut() ? { ownMs: 0, termMs: 500 } : undefined,
  )
  guard.stdin?.end('done\n')
  // Nobody is left to write, so the pipes end by themselves; unless somebody hid from us.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
  for (const pipe of child.stdio) pipe?.destroy()
  return {
    exitCode,
    timedOut: ending.timedOut(),
    interrupted: ending.interrupted(),
    out: out.text(),
    all: all.text(),
    bytes: all.bytes,
    durationMs: Date.now() - began,
  }
}

/** Ends the group at the time limit or when somebody asks for it: gently first, by force at last. */
function watchOver(pid: number, { timeoutMs, interrupt }: ChildOptions) {
  const timers: NodeJS.Timeout[] = []
  let [late, asked] = [false, false]
  const later = (ms: number, signal: NodeJS.Signals): void =>
    void timers.push(setTimeout(() => signalGroup(pid, signal), ms))
  const limit = setTimeout(
    () => {
      late = true
      signalGroup(pid, 'SIGTERM')
      later(TERM_MS, 'SIGKILL')
    },
    Math.min(timeoutMs, 2 ** 31 - 1),
  )
  timers.push(limit)
  const onRise = (urgency: Urgency): void => {
    asked = true
    if (urgency === 2) return signalGroup(pid, 'SIGKILL')
    signalGroup(pid, 'SIGINT')
    later(FINISH_MS, 'SIGTERM')
    later(FINISH_MS + TERM_MS, 'SIGKILL')
  }
  const forget = interrupt.onRise(onRise)
  if (interrupt.urgency > 0) onRise(interrupt.urgency)
  return {
    stop(): void {
      for (const timer of timers) clearTimeout(timer)
      forget()
    },
    timedOut: () => late,
    interrupted: () => asked,
  }
}

const GUARD = 'read -r word && exit; kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"'

function startGuard(pid: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'git-ralph-guard', String(pid)], {
    detached: true,
    env: { PATH: process.env['PATH'] },
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  return guard
}
