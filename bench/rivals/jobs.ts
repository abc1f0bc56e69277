/** The jobs that all are given: as a process that is started for one text, or as an MCP server that is started and asked once. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { ENV } from '../seed.js'

export type Job = 'store' | 'find'

export interface Done {
  ms: number
  out: string
  /** Most memory of the process, where the system tells. */
  megabytes: number | undefined
}

const GNU_TIME = '/usr/bin/time'

/** Fails when the command does; `weigh` runs it under GNU time. */
export function runCommand(
  dir: string,
  [command, ...args]: [string, ...string[]],
  weigh = false,
): Promise<Done> {
  const start = performance.now()
  const [file, given] = weigh ? [GNU_TIME, ['-f', 'peak %M', command, ...args]] : [command, args]
  const child = spawn(file, given, { cwd: dir, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      const peak = /peak (\d+)/.exec(err)?.[1]
      const megabytes = peak === undefined ? undefined : Number(peak) / 1024
      if (code === 0) resolve({ ms: performance.now() - start, out, megabytes })
      else reject(new Error(`${command} ended with ${code}: ${err}`))
    })
  })
}

/** A tool call: its name and arguments. */
export type Call = [string, Record<string, unknown>]

/** Starts a server, greets it, makes the calls one after the other. Answers how many it said were done. */
export async function askServer(
  dir: string,
  [command, ...args]: [string, ...string[]],
  calls: readonly Call[],
  vars: NodeJS.ProcessEnv = {},
): Promise<Done & { done: number }> {
  const start = performance.now()
  const child = spawn(command, args, {
    cwd: dir,
    env: { ...ENV, ...vars },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const closed = new Promise((resolve) => child.on('close', resolve))
  const waiting = new Map<number, (answer: Answer) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer
    waiting.get(answer.id ?? -1)?.(answer)
  })
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let last = 0
  const ask = (method: string, params: object): Promise<Answer> => {
    send({ id: ++last, method, params })
    return new Promise((resolve) => waiting.set(last, resolve))
  }
  const clientInfo = { name: 'bench', version: '1' }
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  send({ method: 'notifications/initialized' })
  let [out, done] = ['', 0]
  for (const [name, given] of calls) {
    const { result } = await ask('tools/call', { name, arguments: given })
    out += (result?.content ?? []).map(({ text }) => text).join('\n')
    if (result && !result.isError) done++
  }
  const ms = performance.now() - start
  const megabytes = peakOf(child.pid!)
  child.stdin.end()
  await closed
  return { ms, out, megabytes, done }
}

interface Answer {
  id?: number
  result?: { content?: { text: string }[]; isError?: boolean }
}

function peakOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}
