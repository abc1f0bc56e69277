/** The stream of `changed` events: `GET /api/events`, which the page reads for as long as it is open. */
import type { ServerResponse } from 'node:http'
import type { Changed } from './api.js'
import { Refused } from './refusal.js'

const MOST_LISTENERS = 32
/** So that both ends notice when the other is gone. */
const BEAT_MS = 20_000

export interface Events {
  listen(response: ServerResponse): void
  tell(parts: Changed['parts']): void
  close(): void
}

export function makeEvents(): Events {
  const listeners = new Set<ServerResponse>()
  const send = (text: string): void => {
    // Whoever does not read is let go rather than remembered for: the page asks anew when it comes back.
    for (const listener of listeners) if (!listener.write(text)) listener.destroy()
  }
  const beat = setInterval(() => send(': here\n\n'), BEAT_MS)
  beat.unref()
  return {
    listen(response) {
      if (listeners.size >= MOST_LISTENERS) throw new Refused(429, 'busy', 'too many pages are open')
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      response.write(': here\n\n')
      listeners.add(response)
      response.once('close', () => listeners.delete(response))
    },
    tell(parts) {
      const changed: Changed = { parts }
      send(`event: changed\ndata: ${JSON.stringify(changed)}\n\n`)
    },
    close() {
      clearInterval(beat)
      for (const listener of listeners) listener.destroy()
    },
  }
}
