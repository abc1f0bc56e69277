/** A command of the user's that sums up a session, for instance a model's. Whatever goes wrong with it, the rules' summary stays. */
import { spawn } from 'node:child_process'
import type { Repo } from '../git/repo.js'

const TIME_LIMIT_MS = 60_000
const MOST_OUTPUT = 64 * 1024

/** What it printed, or undefined when it failed, took too long or printed nothing. */
export function runSummarizer(
  repo: Repo,
  command: string,
  input: string,
  timeLimit = TIME_LIMIT_MS,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    // A group of its own, so that all it has started ends with it. It may be an agent with our hooks: it is not observed.
    const child = spawn('sh', ['-c', command], {
      cwd: repo.workTree ?? repo.commonDir,
      env: { ...repo.env.vars, RALPH_OBSERVE: 'false', RALPH_ENABLED: 'false' },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    let output = ''
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Gone already.
      }
    }
    const timer = setTimeout(end, timeLimit)
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.length > MOST_OUTPUT) end()
    })
    child.on('error', () => resolve(undefined))
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0 && output.trim() !== '' ? output : undefined)
    })
    // It may end without reading.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
