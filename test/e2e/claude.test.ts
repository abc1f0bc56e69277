/** A whole session of the real Claude Code with the plugin, against a scripted model: what reached the model, and what was kept. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client } from '../helpers/clients.js'
import { runBin } from '../helpers/bin.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'
import { eventually } from '../helpers/eventually.js'
import { type ClientEnd, runClient } from './agents/clients.js'
import { type Model, startModel } from './agents/model.js'
import type { Body } from './agents/wire.js'

const PLUGIN = fileURLToPath(new URL('../..', import.meta.url))
const bin = client('claude')

const FIX = 'dilithium matrix is misaligned: write 5433 into port.txt'

const blockOf = (n: number): string =>
  `### mem-${1_900_000_000 + n}-abcd\n> Everyday fact number ${n}: the ${n}th drawer holds paper clips, string and a spare key\n<!-- tags: office | created: 2030-01-01 -->\n`

interface Session {
  text: string
  commits: string[]
}

describe.skipIf(bin === undefined)('Claude Code with the plugin', { timeout: 120_000 }, () => {
  let repo: TestRepo
  let model: Model
  let end: ClientEnd

  const ralph = (...args: string[]): string => {
    const { code, out, err } = runBin(args, { cwd: repo.dir })
    expect({ code, err }).toMatchObject({ code: 0 })
    return out
  }
  /** Whether the model was told this by its n-th turn. The whole request would be a long message when it was not. */
  const wasTold = (turn: number, what: string | RegExp): boolean => {
    const text = JSON.stringify(model.asked[turn])
    return typeof what === 'string' ? text.includes(what) : what.test(text)
  }
  const bash = (command: string): { tool: string; input: Body } => ({
    tool: 'Bash',
    input: { command, description: 'a step' },
  })

  beforeAll(async () => {
    repo = makeRepo({
      'check.sh': 'grep -q 5433 port.txt || { echo "Error: dilithium matrix is misaligned" >&2; exit 1; }\n',
      'port.txt': '5432\n',
    })
    ralph('init')
    // Old enough to have no place in the briefing.
    ralph('remember', FIX, '-t', 'fix')
    ralph('remember', 'the flux capacitor speaks on port 5433 since March', '-t', 'decision')
    repo.write('many.md', Array.from({ length: 100 }, (_, n) => blockOf(n)).join('\n'))
    ralph('import', 'many.md')
    ralph('remember', 'Release trains leave on Thursdays', '-t', 'context', '--tags', 'pinned')
    repo.git('clean', '-qfd')
    model = await startModel([
      { say: 'Let me check.', use: [bash('sh check.sh')] },
      { say: 'I see.', use: [{ tool: 'Read', input: { file_path: `${repo.dir}/port.txt` } }] },
      {
        say: 'I fix it.',
        use: [{ tool: 'Write', input: { file_path: `${repo.dir}/port.txt`, content: '5433\n' } }],
      },
      { say: 'Again.', use: [bash('sh check.sh')] },
      { say: 'It works.', use: [bash('git commit -qam "use the right port"')] },
      { say: 'Done.' },
    ])
    end = await runClient('claude', {
      bin: bin!,
      cwd: repo.dir,
      model,
      prompt: 'Which port does the flux capacitor speak on?',
      args: ['--plugin-dir', PLUGIN],
    })
  }, 120_000)
  afterAll(() => model?.close())

  it('goes through', () => {
    expect(end).toMatchObject({ code: 0 })
    expect(end.output).toContain('Done.')
    expect(model.asked).toHaveLength(6)
  })

  it('tells the model at the start what is known', () => {
    expect(wasTold(0, 'Release trains leave on Thursdays')).toBe(true)
  })

  it('tells it what answers the prompt', () => {
    expect(wasTold(0, 'the flux capacitor speaks on port 5433 since March')).toBe(true)
  })

  it('tells it a fix once the error shows up, and not before', () => {
    expect(wasTold(0, FIX)).toBe(false)
    expect(wasTold(1, FIX)).toBe(true)
  })

  it('offers the tools of the MCP server', () => {
    expect(wasTold(0, /mcp__plugin_[a-z-]+_git-ralph__recall/)).toBe(true)
  })

  it('links the commit with the session, and keeps what happened', async () => {
    const commit = repo.git('rev-parse', 'HEAD').trim()
    const { sessions } = await eventually(() => {
      const listed = JSON.parse(ralph('sessions', 'list', '--format', 'json')) as { sessions: Session[] }
      expect(listed.sessions).toHaveLength(1)
      expect(listed.sessions[0]!.commits).toContain(commit)
      return listed
    })
    expect(sessions[0]!.text).toContain('Which port does the flux capacitor speak on?')
    expect(ralph('sessions', 'search', 'dilithium')).toContain('check.sh')
  })

  it('proposes what the failure taught, and remembers nothing unasked', () => {
    expect(ralph('inbox')).toContain('`sh check.sh` failed with: Error: dilithium matrix is misaligned')
    expect((JSON.parse(ralph('list', '--format', 'json')) as { memories: unknown[] }).memories).toHaveLength(
      103,
    )
  })
})
