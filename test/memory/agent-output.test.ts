import { describe, expect, it } from 'vitest'
import { parseStreamJson } from '../../src/memory/agent-output.js'

const lines = (...events: unknown[]): string => events.map((event) => JSON.stringify(event)).join('\r\n')
const says = (text: string, more: object = {}) => ({
  type: 'assistant',
  message: { id: 'm', role: 'assistant', content: [{ type: 'text', text }] },
  parent_tool_use_id: null,
  ...more,
})
const INIT = { type: 'system', subtype: 'init', model: 'claude-opus-4', tools: ['Bash'] }
const RESULT = {
  type: 'result',
  subtype: 'success',
  result: 'b',
  duration_ms: 4200,
  total_cost_usd: 0.5,
  is_error: false,
}

describe('parseStreamJson', () => {
  it('joins what the agent said, and reads model, time and cost', () => {
    const tool = {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', name: 'Bash', input: { command: '<journal>x</journal>' } }] },
    }
    const user = {
      type: 'user',
      message: { content: [{ type: 'tool_result', content: '<journal>y</journal>' }] },
    }
    expect(parseStreamJson(lines(INIT, says('a'), tool, user, says('b'), RESULT))).toEqual({
      text: 'a\n\nb',
      model: 'claude-opus-4',
      durationSecs: 4.2,
      costUsd: 0.5,
      unread: 0,
    })
  })

  it('leaves out what helpers said', () => {
    expect(parseStreamJson(lines(says('inner', { parent_tool_use_id: 'toolu_1' }), says('outer'))).text).toBe(
      'outer',
    )
  })

  it('takes the result when there is nothing else', () => {
    expect(parseStreamJson(lines(RESULT)).text).toBe('b')
    expect(parseStreamJson(JSON.stringify([INIT, RESULT])).text).toBe('b')
  })

  it('puts parts of messages together', () => {
    const part = (text: string) => ({
      type: 'stream_event',
      event: { type: 'content_block_delta', delta: { type: 'text_delta', text } },
    })
    const stop = { type: 'stream_event', event: { type: 'message_stop' } }
    expect(parseStreamJson(lines(part('<jour'), part('nal>'), stop, part('x'))).text).toBe('<journal>\n\nx')
  })

  it('counts what it cannot read, and goes on', () => {
    const text = `not json\n{"type":"assistant"\n[1,null]\n"x"\n${lines(says('a'))}\n{"type":"assistant","message":7}`
    expect(parseStreamJson(text)).toEqual({ text: 'a', unread: 3 })
  })
})
