/** What an agent said, out of the streaming JSON of Claude Code: one event a line. Lines that are none are passed over. Pure. */

export interface AgentOutput {
  text: string
  model?: string
  durationSecs?: number
  costUsd?: number
  /** Taken and given together. */
  tokens?: number
  /** Lines that could not be read. */
  unread: number
}

type Fields = Record<string, unknown>

/**
 * The texts of the agent itself; those of its helpers are for it alone. The last one is told again in the result, which counts only
 * when there is nothing else: with `--output-format json` it is all there is, and parts of messages come only when asked for.
 */
export function parseStreamJson(output: string): AgentOutput {
  const said: string[] = []
  const parts: string[] = []
  let result = ''
  const answer: AgentOutput = { text: '', unread: 0 }
  for (const event of eventsIn(output, answer)) {
    if (typeof event['parent_tool_use_id'] === 'string') continue
    if (event['type'] === 'system' && typeof event['model'] === 'string') answer.model = event['model']
    if (event['type'] === 'assistant') said.push(...textsOf(event['message'], answer))
    if (event['type'] === 'stream_event') parts.push(deltaOf(event['event']))
    if (event['type'] === 'result') {
      if (typeof event['result'] === 'string') result = event['result']
      if (isAmount(event['duration_ms'])) answer.durationSecs = event['duration_ms'] / 1000
      if (isAmount(event['total_cost_usd'])) answer.costUsd = event['total_cost_usd']
      const tokens = tokensOf(event['usage'])
      if (tokens > 0) answer.tokens = tokens
    }
  }
  answer.text = said.join('\n\n') || parts.join('') || result
  return answer
}

/** What was read from the provider's cache counts too: it fills the context all the same. */
function tokensOf(usage: unknown): number {
  const fields = Object.entries(asFields(usage)).filter(([name]) => name.endsWith('_tokens'))
  return fields.reduce((sum, [, value]) => sum + (isAmount(value) ? value : 0), 0)
}

function textsOf(message: unknown, answer: AgentOutput): string[] {
  const { content, model } = asFields(message)
  if (typeof model === 'string') answer.model ??= model
  if (typeof content === 'string') return [content]
  const blocks = Array.isArray(content) ? content.map(asFields) : []
  return blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
}

function deltaOf(event: unknown): string {
  const { type, delta } = asFields(event)
  if (type === 'message_stop') return '\n\n'
  const { type: kind, text } = asFields(delta)
  return kind === 'text_delta' && typeof text === 'string' ? text : ''
}

/** Some clients print all events as one list. */
function eventsIn(output: string, answer: AgentOutput): Fields[] {
  const lines = output.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  return lines.flatMap((line) => {
    if (line.trim() === '') return []
    const value = parseLine(line)
    if (typeof value === 'object' && value !== null)
      return Array.isArray(value) ? value.map(asFields) : [asFields(value)]
    answer.unread++
    return []
  })
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0
