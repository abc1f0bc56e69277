/** `git ralph hook <agent> <event>` as agents run it: the built bin, a payload on standard input. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { BIN, runBin } from '../helpers/bin.js'
import { makeDir, makeRepo, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { CAPTURED } from '../hooks/payloads.js'
import { spawnSync } from '../helpers/spawn.js'

let repo: TestRepo
beforeAll(() => {
  repo = makeRepo({ 'src/db.ts': 'pool\n' })
  runBin(['remember', 'ECONNREFUSED on port 5432 means PostgreSQL is not running', '-t', 'fix'], {
    cwd: repo.dir,
  })
  runBin(['list'], { cwd: repo.dir })
})

const hook = (agent: string, event: string, input: string) =>
  runBin(['hook', agent, event], { cwd: repo.dir, input })
const logOf = (): string[] => {
  const path = join(repo.dir, '.git/ralph/agent-hooks.log')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
const spooled = (): string[] => readdirSync(join(repo.dir, '.git/ralph/spool'))

describe('an agent’s hook', () => {
  it('takes what agents really sent', () => {
    for (const { agent, event, payload, file } of CAPTURED) {
      const { code, out, err } = hook(agent, event, JSON.stringify(payload))
      expect({ file, code, err }).toEqual({ file, code: 0, err: '' })
      if (out !== '') expect(() => JSON.parse(out)).not.toThrow()
    }
    expect(logOf()).toEqual([])
  })

  it('leaves the session to a process that outlives it', async () => {
    hook('claude', 'UserPromptSubmit', '{"session_id":"ended","prompt":"mend the parser"}')
    expect(spooled()).toContain('ended.jsonl')
    const { code, out } = hook('claude', 'SessionEnd', '{"session_id":"ended","reason":"other"}')
    expect({ code, out }).toEqual({ code: 0, out: '' })
    await vi.waitFor(() => expect(spooled()).not.toContain('ended.jsonl'), 10_000)
    await vi.waitFor(
      () => expect(runBin(['sessions', 'list'], { cwd: repo.dir }).out).toContain('mend the parser'),
      10_000,
    )
  })

  it('tells what it knows', () => {
    const prompt = JSON.stringify({ session_id: 'told', prompt: 'ECONNREFUSED on port 5432, why?' })
    const { out } = hook('claude', 'UserPromptSubmit', prompt)
    expect(JSON.parse(out).hookSpecificOutput.additionalContext).toContain('PostgreSQL is not running')
    expect(hook('claude', 'UserPromptSubmit', prompt)).toEqual({ code: 0, out: '', err: '' })
  })

  it.each([
    ['empty', ''],
    ['not JSON', '{"session_id": '],
    ['not an object', '[1]'],
    ['binary', '\u0000\ufffd'],
    ['of a session without a name', '{"tool_name":"Bash"}'],
  ])('writes one line and says nothing when its input is %s', (_, input) => {
    const before = logOf().length
    expect(hook('claude', 'PostToolUse', input)).toEqual({ code: 0, out: '', err: '' })
    expect(logOf().length).toBe(before + 1)
  })

  it('takes 5 MB', () => {
    const prompt = JSON.stringify({ session_id: 'long', prompt: 'word '.repeat(1_000_000) })
    expect(hook('claude', 'UserPromptSubmit', prompt)).toEqual({ code: 0, out: '', err: '' })
  })

  it('bears a closed standard input and a closed standard output', () => {
    const run = (redirections: string, input = '') =>
      spawnSync('sh', ['-c', `"$0" "$1" hook claude SessionStart ${redirections}`, process.execPath, BIN], {
        cwd: repo.dir,
        env: TEST_VARS,
        input,
        encoding: 'utf8',
      })
    expect(run('<&-')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    const payload = JSON.stringify({ session_id: 'closed', source: 'startup' })
    expect(run('>&-', payload)).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  it.each(['', 'NoSuchEvent', '__proto__', 'constructor'])('passes over the event %j', (event) => {
    expect(hook('claude', event, '{"session_id":"s"}')).toEqual({ code: 0, out: '', err: '' })
  })

  it('is silent outside of a repository', () => {
    const input = '{"session_id":"s","source":"startup"}'
    const ran = runBin(['hook', 'claude', 'SessionStart'], { cwd: makeDir(), input })
    expect(ran).toEqual({ code: 0, out: '', err: '' })
  })
})

describe('what a hook loads', () => {
  /** Modules of Node and files of ours that were loaded beyond what an empty script loads. */
  function loadedBy(args: string[], input: string): { modules: string[]; files: string[] } {
    const dir = makeDir()
    const report = join(dir, 'loaded.json')
    const spy = join(dir, 'spy.cjs')
    const empty = join(dir, 'empty.cjs')
    writeFileSync(empty, '')
    writeFileSync(
      spy,
      `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify({
        modules: process.moduleLoadList, files: Object.keys(require.cache) })))`,
    )
    const run = (script: string[]) => {
      spawnSync(process.execPath, ['--require', spy, ...script], { cwd: repo.dir, env: TEST_VARS, input })
      return JSON.parse(readFileSync(report, 'utf8')) as { modules: string[]; files: string[] }
    }
    const base = run([empty])
    const all = run([BIN, ...args])
    return {
      modules: all.modules.filter((name) => !base.modules.includes(name) && !/ internal\//.test(name)),
      files: all.files.filter((file) => /\/dist\//.test(file)).map((file) => file.replace(/.*\/dist\//, '')),
    }
  }
  // The bin's own, to load a bundle with its machine code.
  const LOADER = ['NativeModule module', 'NativeModule vm']
  const observe = JSON.stringify({
    session_id: 'loading',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_response: { stdout: 'a' },
  })

  it('is the first half of the door, and of Node nothing but files and paths, when it observes', () => {
    hook('claude', 'PostToolUse', observe)
    for (const event of ['PostToolUse', 'PreToolUse', 'Stop', 'PreCompact', 'PostCompact']) {
      const { modules, files } = loadedBy(['hook', 'claude', event], observe)
      expect({ event, files }).toEqual({ event, files: ['cli/__agent.cjs'] })
      expect(modules.filter((name) => !LOADER.includes(name))).toEqual([])
    }
  })

  it('is both halves in one when something may be told, and no package', () => {
    const prompt = JSON.stringify({ session_id: 'loading', prompt: 'a question about something' })
    const { modules, files } = loadedBy(['hook', 'claude', 'UserPromptSubmit'], prompt)
    expect(files).toEqual(['cli/__tell.cjs'])
    expect(modules.filter((name) => !LOADER.includes(name))).toEqual([])
    const start = JSON.stringify({ session_id: 'loading', source: 'startup' })
    expect(loadedBy(['hook', 'claude', 'SessionStart'], start).files).toEqual(['cli/__tell.cjs'])
    const file = JSON.stringify({
      session_id: 'loading',
      tool_name: 'Read',
      tool_input: { file_path: 'a.ts' },
    })
    const first = loadedBy(['hook', 'claude', 'PreToolUse'], file).files
    expect(first).toEqual(['cli/__agent.cjs', 'cli/__tell.cjs'])
    expect(loadedBy(['hook', 'claude', 'PreToolUse'], file).files).toEqual(['cli/__agent.cjs'])
  })
})
