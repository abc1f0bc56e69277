/** The JSON object that a write brings. */
import type { IncomingMessage } from 'node:http'
import { Refused } from './refusal.js'

const MOST_BYTES = 1 << 20

export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  // No form and no plain request of another site can send this type without asking first.
  if (!/^application\/json(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Refused(415, 'bad-usage', 'a write is sent as application/json')
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  const body = parse(Buffer.concat(chunks).toString('utf8'))
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refused(400, 'bad-usage', 'a write is one JSON object')
  return body as Record<string, unknown>
}

const tooLarge = (): Refused => new Refused(413, 'too-large', `a write has at most ${MOST_BYTES} bytes`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'bad-usage', 'the body is no JSON')
  }
}
