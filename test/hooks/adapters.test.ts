import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BadPayload } from '../../src/hooks/agents/adapter.js'
import { ADAPTERS } from '../../src/hooks/agents/adapters.js'
import { AGENTS } from '../../src/session/agent-event.js'
import { CAPTURED, captured } from './payloads.js'

const read = (file: string) => {
  const { agent, event, payload } = captured(file)
  return ADAPTERS[agent].read(event, payload)
}

describe('what agents send', () => {
  it('covers every agent', () => {
    expect(new Set(CAPTURED.map(({ agent }) => agent))).toEqual(new Set(AGENTS))
    expect(CAPTURED.length).toBeGreaterThan(60)
  })

  it.each(CAPTURED.map((one) => [one.file, one] as const))('%s is understood', (_, one) => {
    const event = ADAPTERS[one.agent].read(one.event, one.payload)
    expect(event.agent).toBe(one.agent)
    expect(event.session).toMatch(/^[\w-]{6,}$/)
    expect(event.cwd).toMatch(/^\/home\/dev\/project/)
    if (event.kind === 'before-tool' || event.kind === 'after-tool') expect(event.tool!.name).not.toBe('')
  })

  it('is told alike', () => {
    expect(read('claude/SessionStart-compact.continue.json')).toMatchObject({
      kind: 'session-start',
      source: 'compact',
    })
    expect(read('claude/PostToolUse-Edit.json').tool).toMatchObject({
      name: 'Edit',
      files: ['/home/dev/project/new.txt'],
      edits: true,
      failed: false,
      durationMs: 7,
    })
    expect(read('claude/PostToolUseFailure-Bash.json').tool).toMatchObject({
      command: 'exit 3',
      failed: true,
      error: 'Exit code 3',
      files: [],
    })
    expect(read('claude/PostCompact.continue.json').summary).toBe('All done.')
    expect(read('codex/PostToolUse-Bash.json').tool).toMatchObject({
      failed: false,
      result: 'hello-from-codex\n',
    })
    expect(read('gemini/BeforeAgent.json').prompt).toBe('hi there')
    expect(read('gemini/AfterTool-run_shell_command.json').tool).toMatchObject({
      name: 'run_shell_command',
      failed: false,
    })
    expect(read('opencode line 4')).toMatchObject({ kind: 'prompt', prompt: '"hi there"' })
    expect(read('cursor postToolUse').tool).toMatchObject({ files: ['f.txt'], result: 'hi', edits: false })
    expect(read('cursor afterFileEdit').tool).toMatchObject({
      edits: true,
      files: ['/home/dev/project/f.txt'],
    })
  })

  it('tells failures where agents have no event for them', () => {
    const failing = (file: string, more: object) => {
      const { agent, event, payload } = captured(file)
      return ADAPTERS[agent].read(event, { ...payload, ...more }).tool
    }
    const codex = failing('codex/PostToolUse-Bash.json', { tool_response: 'Exit code: 2\nOutput:\nboom' })
    expect(codex).toMatchObject({ failed: true, error: 'Exit code: 2\nOutput:\nboom' })
    const gemini = failing('gemini/AfterTool-run_shell_command.json', {
      tool_response: { llmContent: 'Output: boom\nExit Code: 1' },
    })
    expect(gemini).toMatchObject({ failed: true, error: 'Output: boom\nExit Code: 1' })
    const last = CAPTURED.find(({ event }) => event === 'tool.execute.after')!
    const opencode = ADAPTERS.opencode.read(last.event, {
      ...last.payload,
      metadata: { exit: 1 },
      output: 'boom',
    })
    expect(opencode.tool).toMatchObject({ failed: true, error: 'boom' })
  })

  it('takes objects that come as JSON in a text', () => {
    const { event, payload } = captured('claude/PostToolUse-Edit.json')
    const texts = Object.fromEntries(
      Object.entries(payload).map(([key, value]) => [
        key,
        typeof value === 'object' ? JSON.stringify(value) : value,
      ]),
    )
    expect(ADAPTERS.claude.read(event, texts)).toEqual(ADAPTERS.claude.read(event, payload))
  })

  it('finds the files of a patch', () => {
    const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n*** Add File: b.ts\n*** End Patch'
    const { payload } = captured('codex/PreToolUse-Bash.json')
    const { tool } = ADAPTERS.codex.read('PreToolUse', {
      ...payload,
      tool_name: 'apply_patch',
      tool_input: { command: patch },
    })
    expect(tool).toMatchObject({ files: ['src/a.ts', 'b.ts'], edits: true })
    expect(tool!.command).toBeUndefined()
  })

  it('may be anything at all', () => {
    const someFields = fc.dictionary(
      fc.constantFrom(...new Set(CAPTURED.flatMap(({ payload }) => Object.keys(payload)))),
      fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.anything()), fc.object()),
    )
    const someEvent = fc.oneof(fc.constantFrom(...CAPTURED.map(({ event }) => event)), fc.string())
    fc.assert(
      fc.property(fc.constantFrom(...AGENTS), someEvent, someFields, (agent, event, fields) => {
        try {
          const told = ADAPTERS[agent].read(event, fields)
          expect(typeof told.session).toBe('string')
          for (const file of told.tool?.files ?? []) expect(typeof file).toBe('string')
        } catch (error) {
          expect(error).toBeInstanceOf(BadPayload)
        }
      }),
    )
  })
})

describe('what agents are answered', () => {
  const answers = (context: string) =>
    CAPTURED.map(({ agent, event }) => ({ agent, event, out: ADAPTERS[agent].write(event, context) }))

  it('is nothing where there is nothing to tell, unless the agent waits for an answer', () => {
    for (const { agent, event, out } of answers('')) {
      const expected = agent !== 'cursor' ? '' : event === 'beforeSubmitPrompt' ? '{"continue":true}' : '{}'
      expect({ agent, event, out }).toEqual({ agent, event, out: expected })
    }
  })

  it('never holds what stops an agent, or allows something in the user’s name', () => {
    for (const context of ['', 'text']) {
      for (const { out } of answers(context)) {
        if (out === '') continue
        const { continue: goOn = true, hookSpecificOutput: own = {}, ...rest } = JSON.parse(out)
        expect(goOn).toBe(true)
        expect(Object.keys(rest).every((key) => ['context', 'additional_context'].includes(key))).toBe(true)
        expect(Object.keys(own).every((key) => ['hookEventName', 'additionalContext'].includes(key))).toBe(
          true,
        )
      }
    }
  })

  it('is in the agent’s own words', () => {
    const out = { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'x "y"' } }
    for (const agent of ['claude', 'codex', 'gemini'] as const)
      expect(JSON.parse(ADAPTERS[agent].write('SessionStart', 'x "y"'))).toEqual(out)
    expect(ADAPTERS.opencode.write('chat.message', 'x')).toBe('{"context":"x"}')
    expect(ADAPTERS.cursor.write('postToolUse', 'x')).toBe('{"additional_context":"x"}')
  })

  it('is not given at the end of a turn, which would go on', () => {
    for (const [agent, event] of [
      ['claude', 'Stop'],
      ['claude', 'SubagentStop'],
      ['codex', 'Stop'],
      ['gemini', 'AfterAgent'],
      ['gemini', 'BeforeTool'],
      ['opencode', 'session.idle'],
      ['cursor', 'stop'],
    ] as const)
      expect(ADAPTERS[agent].hears(event)).toBe(false)
  })
})
