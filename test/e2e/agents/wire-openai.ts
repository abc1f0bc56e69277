/** The Responses API: Codex. */
import { type Body, stream, type Turn, type Wire } from './wire.js'

export const openai: Wire = {
  serves: (path) => /\/responses(\?|$)/.test(path),
  turnsSoFar(body) {
    const input = (body['input'] ?? []) as { type: string; role?: string }[]
    return input.filter(({ type, role }) => type.endsWith('_call') || role === 'assistant').length
  },
  answer(turn) {
    const output = itemsOf(turn)
    const response = { id: 'resp_1', object: 'response', status: 'completed', output, usage: USAGE }
    const events = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...output.flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ]),
      { type: 'response.completed', response },
    ]
    return { type: 'text/event-stream', text: stream(events) }
  },
}

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 110,
}

/** Codex counts a turn per item, so a turn is either words or one call. */
function itemsOf({ say, use = [] }: Turn): Body[] {
  const [call] = use
  if (call === undefined) {
    const content = [{ type: 'output_text', text: say ?? '', annotations: [] }]
    return [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }]
  }
  const id = `call_${(calls += 1)}`
  return [
    {
      type: 'function_call',
      id,
      call_id: id,
      name: call.tool,
      arguments: JSON.stringify(call.input),
      status: 'completed',
    },
  ]
}

let calls = 0
