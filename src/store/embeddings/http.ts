/** One question to an embedding server: JSON in, JSON out, to that address alone, within a time limit. */
import { RalphError } from '../../errors.js'

export interface Call {
  url: string
  headers: Record<string, string>
  body: unknown
  /** Milliseconds for everything, retries included. */
  within: number
}

const MOST_ATTEMPTS = 5
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 20_000
/** 96 vectors of 4,096 numbers, each written with 20 digits, are 8 MB. */
const MOST_BYTES = 32 << 20

/** Tries again when the server is busy or stumbles, later each time, as long as the time limit allows. */
export async function postJson(call: Call): Promise<unknown> {
  const end = performance.now() + call.within
  for (let attempt = 1; ; attempt++) {
    const left = end - performance.now()
    const answer = await once(call, left)
    if ('value' in answer) return answer.value
    const wait = Math.min(LONGEST_WAIT_MS, answer.after ?? FIRST_WAIT_MS * 2 ** (attempt - 1))
    if (!answer.again || attempt === MOST_ATTEMPTS || performance.now() + wait >= end) throw answer.error
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

type Answer = { value: unknown } | { error: RalphError; again: boolean; after?: number }

async function once({ url, headers, body }: Call, within: number): Promise<Answer> {
  const { host } = new URL(url)
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(within)))
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // A redirect would send memories somewhere nobody has named.
      redirect: 'error',
      signal,
    })
    text = await readText(response)
  } catch (cause) {
    if (cause instanceof RalphError) return { error: cause, again: false }
    const slow = signal.aborted
    const why = slow ? 'did not answer in time' : `cannot be reached (${reasonOf(cause)})`
    return { error: failed(`the embedding server ${host} ${why}`, { cause }), again: !slow }
  }
  if (!response.ok) return refused(host, response, text)
  try {
    return { value: JSON.parse(text) }
  } catch (cause) {
    return {
      error: failed(`the embedding server ${host} answered with something else than JSON`, { cause }),
      again: false,
    }
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw failed('the embedding server answered with more than 32 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refused(host: string, response: Response, text: string): Answer {
  const { status } = response
  const said = saidIn(text)
  const hint = status === 401 || status === 403 ? { hint: 'check the key in the environment' } : {}
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  return {
    error: failed(`the embedding server ${host} answered ${status}${said && `: ${said}`}`, hint),
    again: status === 429 || status === 408 || status >= 500,
    ...(seconds >= 0 && { after: seconds * 1000 }),
  }
}

/** The server's own words, short and without anything that a terminal would obey. */
function saidIn(text: string): string {
  let said = text
  try {
    const { error, detail, message } = JSON.parse(text) as Record<string, unknown>
    const first = error ?? detail ?? message ?? ''
    const inner = typeof first === 'object' ? (first as { message?: unknown }).message : first
    said = typeof inner === 'string' ? inner : ''
  } catch {
    // Not JSON: a proxy's page. Its first words may help.
  }
  return said
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException }
  return cause?.code ?? (cause?.message || message)
}

export function failed(message: string, details: { hint?: string; cause?: unknown } = {}): RalphError {
  return new RalphError('remote-failed', message, details)
}
