/**
 * The MCP server as a client sees it that shares no code with ours: the inspector of the protocol's makers. It takes half a minute and
 * 110 MB to install, into a directory that is kept: only with RALPH_E2E=1.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { BIN } from '../helpers/bin.js'
import { makeRepo, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { execFileSync, spawnSync } from '../helpers/spawn.js'

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'git-ralph-e2e', 'inspector')
const program = join(cache, 'node_modules/.bin/mcp-inspector')

const wanted = process.env['RALPH_E2E'] === '1'
if (!wanted)
  console.log('skipped: set RALPH_E2E=1 to install the MCP inspector and run it against our server')

let repo: TestRepo

function inspect(method: string, ...args: string[]): Record<string, unknown> {
  const { stdout, stderr } = spawnSync(
    program,
    ['--cli', process.execPath, BIN, 'mcp', '--method', method, ...args],
    { cwd: repo.dir, env: TEST_VARS, encoding: 'utf8' },
  )
  try {
    return JSON.parse(stdout) as Record<string, unknown>
  } catch {
    throw new Error(`the inspector said: ${stdout}${stderr}`)
  }
}

const call = (tool: string, ...args: string[]): Record<string, unknown> =>
  inspect('tools/call', '--tool-name', tool, ...args.flatMap((arg) => ['--tool-arg', arg]))

describe.skipIf(!wanted)('the MCP inspector', () => {
  beforeAll(() => {
    repo = makeRepo()
    // It gives the server hardly any of its own variables.
    repo.git('config', 'user.name', 'Ada Author')
    repo.git('config', 'user.email', 'ada@example.com')
    if (existsSync(program)) return
    mkdirSync(cache, { recursive: true })
    execFileSync('npm', ['install', '--prefix', cache, '--no-audit', '--no-fund', INSPECTOR], {
      stdio: 'ignore',
    })
  }, 300_000)

  it('lists the tools, resources, templates and prompts', () => {
    expect((inspect('tools/list')['tools'] as unknown[]).length).toBe(9)
    expect((inspect('resources/list')['resources'] as unknown[]).length).toBe(2)
    expect((inspect('resources/templates/list')['resourceTemplates'] as unknown[]).length).toBe(2)
    expect((inspect('prompts/list')['prompts'] as unknown[]).length).toBe(3)
  })

  it('remembers, recalls and reads', () => {
    const stored = call('remember', 'content=the port is 5432', 'type=fix', 'tags=["db"]')
    const { memory } = stored['structuredContent'] as { memory: { id: string; tags: string[] } }
    expect(memory.tags).toEqual(['db'])
    expect(call('recall', 'query=port', 'limit=3')['structuredContent']).toMatchObject({
      hits: [{ id: memory.id }],
    })
    const { contents } = inspect('resources/read', '--uri', `ralph://memory/${memory.id}`)
    expect(contents).toMatchObject([{ mimeType: 'text/markdown' }])
  })

  it('is told what went wrong', () => {
    expect(call('get', 'ids=["mem-1-abcd"]')).toMatchObject({ isError: true })
  })
})
