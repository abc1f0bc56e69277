/**
 * What the MCP server costs: until it has answered `initialize`, beside an empty Node process, taking turns; and what a call costs in a
 * server that is running, with 10,000 memories. The client is thirty lines of our own, so that the figures are the server's.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { NODE, runNode } from './measure.js'
import { preparedRepo } from './prepared.js'
import { inMs, type Table } from './report/table.js'
import { makeMemories } from './recall/corpus.js'
import { ENV } from './seed.js'

declare const ROOT: string

const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 1 : 15
const CALLS = quick ? 5 : 40
const MEMORIES = quick ? 100 : 10_000

interface Spoken {
  child: ChildProcessWithoutNullStreams
  ask(method: string, params: unknown): Promise<unknown>
}

function start(dir: string): Spoken {
  const child = spawn(process.execPath, [join(ROOT, 'bin/git-ralph.cjs'), 'mcp'], { cwd: dir, env: ENV })
  const waiting = new Map<number, (result: unknown) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id?: number; result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  let last = 0
  return {
    child,
    ask(method, params) {
      const id = ++last
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      return new Promise((resolve) => waiting.set(id, resolve))
    },
  }
}

const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

async function startUp(dir: string): Promise<number> {
  let server: Spoken
  const taken = await timed(() => (server = start(dir)).ask('initialize', HELLO))
  const ended = new Promise((resolve) => server.child.on('close', resolve))
  server!.child.stdin.end()
  await ended
  return taken
}

async function calls(server: Spoken, name: string, argumentsOf: (n: number) => unknown): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < CALLS; n++)
    times.push(await timed(() => server.ask('tools/call', { name, arguments: argumentsOf(n) })))
  return times
}

export async function measure(): Promise<Table[]> {
  const dir = preparedRepo(MEMORIES)
  const id = makeMemories(1).next().value!.id as string
  await startUp(dir)
  const starts: number[] = []
  const empty: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    empty.push(runNode(dir, ...NODE).ms)
    starts.push(await startUp(dir))
  }
  const server = start(dir)
  await server.ask('initialize', HELLO)
  const hook = { agent: 'claude', session_id: 'bench', cwd: dir, tool_name: 'Bash' }
  const rows: [string, number[]][] = [
    ['an empty Node process', empty],
    ['start to initialize', starts],
    ['recall', await calls(server, 'recall', (n) => ({ query: `postgres refused ${n}` }))],
    ['get', await calls(server, 'get', () => ({ ids: [id] }))],
    ['related', await calls(server, 'related', () => ({ id }))],
    [
      'remember',
      await calls(server, 'remember', (n) => ({ content: `the bench says ${n} ${Math.random()}` })),
    ],
    ['status', await calls(server, 'status', () => ({}))],
    [
      'hook, tool observed',
      await calls(server, 'hook', () => ({
        ...hook,
        event: 'PostToolUse',
        tool_input: '{"command":"ls"}',
        tool_response: '{"stdout":"a"}',
      })),
    ],
  ]
  const ended = new Promise((resolve) => server.child.on('close', resolve))
  server.child.stdin.end()
  await ended
  return [
    {
      id: 'mcp/calls',
      title: `The MCP server with ${MEMORIES.toLocaleString('en')} memories, ${CALLS} calls each`,
      columns: ['what', 'ms', 'least', 'first'],
      rows: rows.map(([name, times]) => [
        name,
        inMs(times),
        { value: Math.min(...times), unit: 'ms' },
        { value: times[0]!, unit: 'ms' },
      ]),
    },
  ]
}
