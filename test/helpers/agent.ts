/** An agent at work, as its hooks tell of it. */
import type { AgentEvent, ToolUse } from '../../src/session/agent-event.js'
import { observe } from '../../src/verbs/sessions/observe.js'
import type { TestEnv } from './env.js'

export interface TestAgent {
  report(event: Partial<AgentEvent>): void
  start(): void
  asks(prompt: string): void
  runs(command: string, outcome?: { error?: string; result?: string }): void
  edits(...files: string[]): void
  ends(): void
}

/** Each report takes a second. */
export function makeAgent(env: TestEnv, session = 'session-1'): TestAgent {
  const report = (event: Partial<AgentEvent>): void => {
    env.tick(1)
    observe(env, { agent: 'claude', kind: 'other', session, cwd: env.cwd, ...event })
  }
  const uses = (tool: Partial<ToolUse>): void =>
    report({
      kind: 'after-tool',
      tool: { name: 'Bash', input: {}, files: [], edits: false, failed: false, ...tool },
    })
  return {
    report,
    start: () => report({ kind: 'session-start', source: 'startup' }),
    asks: (prompt) => report({ kind: 'prompt', prompt }),
    runs: (command, { error, result } = {}) =>
      uses({
        command,
        input: { command },
        failed: error !== undefined,
        ...(error !== undefined && { error }),
        ...(result !== undefined && { result }),
      }),
    edits: (...files) =>
      uses({ name: 'Edit', edits: true, files: files.map((file) => `${env.cwd}/${file}`), result: 'done' }),
    ends: () => report({ kind: 'session-end', reason: 'other' }),
  }
}
