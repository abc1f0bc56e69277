/** Starts an MCP server's program, asks whether it is there, and ends it with all it has started. */
import { spawn } from 'node:child_process'
import type { McpState } from '../../session/mcp-cache.js'
import { answers, INITIALIZE, INITIALIZED, MOST_BYTES, PING, refuses } from './rpc.js'

const GRACE_MS = 300

export interface StdioReach {
  command: string
  args: string[]
  env: Record<string, string>
}

export function probeStdio(
  { command, args, env }: StdioReach,
  place: { cwd: string; vars: Record<string, string | undefined> },
  timeout: number,
): Promise<McpState> {
  return new Promise((resolve) => {
    // In a group of its own, so that what it has started ends with it.
    const child = spawn(command, args, {
      cwd: place.cwd,
      env: { ...place.vars, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    const timer = setTimeout(() => end('failed'), timeout)
    let isEnded = false
    function end(state: McpState): void {
      if (isEnded) return
      isEnded = true
      clearTimeout(timer)
      child.stdin.destroy()
      child.stdout.destroy()
      signal('SIGTERM')
      setTimeout(() => signal('SIGKILL'), GRACE_MS)
      resolve(state)
    }
    function signal(name: NodeJS.Signals): void {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name)
      } catch {
        // Gone already.
      }
    }
    const say = (message: unknown): void => void child.stdin.write(`${JSON.stringify(message)}\n`)
    child.on('error', () => end('failed'))
    child.on('exit', () => end('failed'))
    child.stdin.on('error', () => end('failed'))
    let heard = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      heard += text
      if (heard.length > MOST_BYTES) return end('failed')
      const lines = heard.split('\n')
      heard = lines.pop()!
      for (const message of lines.map(parse)) {
        if (answers(message, INITIALIZE.id)) {
          say(INITIALIZED)
          say(PING)
        }
        // One that knows no ping is there all the same.
        if (answers(message, PING.id) || refuses(message, PING.id)) end('running')
        if (refuses(message, INITIALIZE.id)) end('failed')
      }
    })
    say(INITIALIZE)
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
