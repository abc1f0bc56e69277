import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runBin } from '../helpers/bin.js'
import { type Connected, connect } from '../helpers/mcp.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'

let repo: TestRepo
let mcp: Connected

const report = (event: string, fields: Record<string, unknown>) =>
  mcp.call('hook', { agent: 'claude', event, session_id: 's-1', cwd: repo.dir, ...fields })

beforeAll(async () => {
  repo = makeRepo({ 'src/db.ts': 'export {}\n' })
  mcp = await connect(repo.dir)
  await mcp.call('remember', {
    content: 'ECONNREFUSED 127.0.0.1:5432 means PostgreSQL is not running: docker-compose up -d',
    type: 'fix',
  })
})

describe('the tool for hooks', () => {
  it('is described as not for models', async () => {
    const { tools } = await mcp.client.listTools()
    expect(tools.find(({ name }) => name === 'hook')?.description).toMatch(/^Not for models/)
  })

  it('answers what the hook command would, in the agent’s own format', async () => {
    const fields = {
      tool_name: 'Bash',
      tool_input: JSON.stringify({ command: 'npm test' }),
      error: 'Error: connect ECONNREFUSED 127.0.0.1:5432',
      tool_response: '${tool_response}',
      agent_id: '',
    }
    const { text } = await report('PostToolUseFailure', fields)
    const answer = JSON.parse(text) as {
      hookSpecificOutput: { hookEventName: string; additionalContext: string }
    }
    expect(answer.hookSpecificOutput.hookEventName).toBe('PostToolUseFailure')
    expect(answer.hookSpecificOutput.additionalContext).toContain('<project-memory>')
    expect(answer.hookSpecificOutput.additionalContext).toContain('docker-compose up -d')
  })

  it('keeps what was reported, as JSON where it was sent as text', async () => {
    const input = JSON.stringify({ command: 'echo observed' })
    const response = JSON.stringify({ stdout: 'observed', stderr: '' })
    const { text } = await report('PostToolUse', {
      tool_name: 'Bash',
      tool_input: input,
      tool_response: response,
    })
    expect(text).toBe('{}')
    const spool = join(repo.dir, '.git/ralph')
    const kept = readdirSync(spool, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.jsonl') || file.endsWith('.ndjson'))
      .map((file) => readFileSync(join(spool, file), 'utf8'))
      .join('')
    expect(kept).toContain('echo observed')
  })

  it.each([
    [{ agent: 'claude', event: 'Nonsense' }],
    [{ agent: 'claude', event: 'PostToolUse', tool_input: 'no JSON', tool_response: '5' }],
    [{ agent: 'claude', event: 'UserPromptSubmit', session_id: 's', prompt: 'x'.repeat(5_000_000) }],
  ])('tells nothing of what makes no sense', async (args) => {
    expect(await mcp.call('hook', args)).toMatchObject({ failed: false, text: '{}' })
  })

  it('puts away what was reported when the server goes', async () => {
    const other = await connect(repo.dir)
    const fields = { session_id: 's-2', cwd: repo.dir, tool_name: 'Bash', tool_input: '{"command":"ls"}' }
    await other.call('hook', {
      agent: 'claude',
      event: 'PostToolUse',
      ...fields,
      tool_response: '{"stdout":""}',
    })
    await other.call('hook', { agent: 'claude', event: 'SessionEnd', ...fields, reason: 'other' })
    await other.client.close()
    const { out } = runBin(['sessions', 'show', 's-2', '--format', 'json'], { cwd: repo.dir })
    expect(out).toContain('s-2')
    expect(other.err()).toBe('')
  })
})
