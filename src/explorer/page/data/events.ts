/** Server-sent events over fetch: EventSource can't send the token as a header. */
import type { Changed } from '../../api.js'

const RETRY_MS = 1000
const LONGEST_RETRY_MS = 15_000

export async function readEvents(
  open: () => Promise<Response>,
  changed: (parts: Changed['parts']) => void,
  connected: (connected: boolean) => void,
): Promise<never> {
  let wait = RETRY_MS
  let missed = false
  for (;;) {
    try {
      const response = await open()
      connected(true)
      // Nobody knows what happened while nobody listened.
      if (missed) changed([])
      missed = true
      wait = RETRY_MS
      await readStream(response.body!, changed)
    } catch {
      wait = Math.min(wait * 2, LONGEST_RETRY_MS)
    }
    connected(false)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

async function readStream(body: ReadableStream<Uint8Array>, changed: (parts: Changed['parts']) => void) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const parts = parseChanged(block)
      if (parts) changed(parts)
    }
  }
}

/** What a `changed` event names; undefined for any other block. */
export function parseChanged(block: string): Changed['parts'] | undefined {
  const lines = block.split('\n')
  if (!lines.includes('event: changed')) return undefined
  const data = lines
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('\n')
  return (JSON.parse(data) as Changed).parts
}
