/** What an agent says while it works, out of its events as they come, for people to read. */

export interface LiveWords {
  add(text: string): string
}

/** Text comes as it is. Of Claude Code's events: what it says, and the tools it uses, a line each. */
export function liveWords(output: 'text' | 'stream-json'): LiveWords {
  if (output === 'text') return { add: (text) => text }
  let rest = ''
  return {
    add(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      // A line without an end would be kept for ever.
      if (rest.length > LONGEST_EVENT) rest = ''
      return lines.map(renderEvent).join('')
    },
  }
}

const LONGEST_EVENT = 1 << 20

type Fields = Record<string, unknown>

function renderEvent(line: string): string {
  let event: Fields
  try {
    event = JSON.parse(line) as Fields
  } catch {
    return line.trim() === '' ? '' : `${line}\n`
  }
  if (event?.['type'] !== 'assistant' || typeof event['parent_tool_use_id'] === 'string') return ''
  const content = (event['message'] as Fields | undefined)?.['content']
  const blocks = Array.isArray(content) ? (content as Fields[]) : []
  return blocks
    .map((block) => {
      if (block['type'] === 'text' && typeof block['text'] === 'string') return `${block['text'].trimEnd()}\n`
      if (block['type'] === 'tool_use') return `  ⚙ ${String(block['name'])} ${summaryOf(block['input'])}\n`
      return ''
    })
    .join('')
}

function summaryOf(input: unknown): string {
  const fields = typeof input === 'object' && input !== null ? (input as Fields) : {}
  const told =
    fields['command'] ??
    fields['file_path'] ??
    fields['pattern'] ??
    fields['url'] ??
    fields['description'] ??
    ''
  return (typeof told === 'string' ? told : '').replace(/\s+/g, ' ').slice(0, 100)
}
