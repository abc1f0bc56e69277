/** The Messages API: Claude Code and opencode. */
import { type Body, stream, type Turn, type Wire } from './wire.js'

const USAGE = {
  input_tokens: 100,
  output_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
}

export const anthropic: Wire = {
  serves: (path) => /\/messages(\?|$)/.test(path),
  turnsSoFar(body) {
    const messages = (body['messages'] ?? []) as { role: string }[]
    const tools = body['tools'] as unknown[] | undefined
    return tools?.length ? messages.filter(({ role }) => role === 'assistant').length : undefined
  },
  answer(turn, body) {
    const content = blocksOf(turn)
    const stop_reason = turn.use?.length ? 'tool_use' : 'end_turn'
    const message = {
      id: `msg_${(messages += 1)}`,
      type: 'message',
      role: 'assistant',
      model: body['model'],
      stop_sequence: null,
      usage: USAGE,
    }
    if (!body['stream'])
      return { type: 'application/json', text: JSON.stringify({ ...message, content, stop_reason }) }
    const events = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      ...content.flatMap(streamed),
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: USAGE },
      { type: 'message_stop' },
    ]
    return { type: 'text/event-stream', text: stream(events) }
  },
}

function blocksOf({ say, use = [] }: Turn): Body[] {
  return [
    ...(say === undefined ? [] : [{ type: 'text', text: say }]),
    ...use.map(({ tool, input }) => ({ type: 'tool_use', id: newId(), name: tool, input })),
  ]
}

let messages = 0
let ids = 0
const newId = (): string => `toolu_${(ids += 1)}`

function streamed(block: Body, index: number): Body[] {
  const [empty, delta] =
    block['type'] === 'text'
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: block['text'] },
        ]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) },
        ]
  return [
    { type: 'content_block_start', index, content_block: empty },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ]
}
