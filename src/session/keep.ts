/** Text as it may be kept: private parts cut, secrets redacted, unseen characters removed, clipped to its length. */
import { redactSecrets } from '../memory/secrets.js'
import { clip, type Clipped, joinEnds } from './clip.js'
import { privateCutter } from '../memory/private.js'

const MOST_INPUT = 3000
const MOST_VALUE = 1000
const MOST_KEYS = 40
const DEEPEST = 4
const AROUND = 8192

// What terminals do with colours and cursors, then all control characters but tab and newline, and marks that reorder or hide text.
/* oxlint-disable no-control-regex */
const TERMINAL = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,500}(?:\u0007|\u001b\\))/g
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g
/* oxlint-enable no-control-regex */
const SECRET_KEY = /passw|secret|token|api_?-?key|authori[sz]ation|credential|private_?-?key/i

export interface Keeper {
  text(text: string, most: number): string
  object(value: Record<string, unknown>): Record<string, unknown>
  /** Characters left out so far. */
  cut(): number
}

/** One for each observation: private text that is opened in one field may be closed in the next. */
export function keeper(): Keeper {
  const cutPrivate = privateCutter()
  let cut = 0

  const text = (given: string, most: number): string => {
    const open = cutPrivate(given)
    const kept = open.length <= most + 2 * AROUND ? clip(clear(open), most) : clipLong(open, most)
    cut += kept.cut
    return kept.text.toWellFormed()
  }

  const object = (given: Record<string, unknown>): Record<string, unknown> => {
    let left = MOST_INPUT
    const value = (one: unknown, depth: number): unknown => {
      if (typeof one === 'string') {
        const kept = text(one, Math.min(MOST_VALUE, Math.max(left, 0)))
        left -= kept.length
        return kept
      }
      if (typeof one !== 'object' || one === null) return one
      if (depth === DEEPEST) return '…'
      if (Array.isArray(one)) return one.slice(0, MOST_KEYS).map((item) => value(item, depth + 1))
      return entries(one as Record<string, unknown>, depth + 1)
    }
    const entries = (one: Record<string, unknown>, depth: number): Record<string, unknown> => {
      const kept: [string, unknown][] = []
      for (const [key, item] of Object.entries(one).slice(0, MOST_KEYS)) {
        const name = text(key, 100)
        left -= name.length + 4
        // Also what is not kept is read: private text may end in it.
        const seen = value(item, depth)
        const secret = SECRET_KEY.test(name) && typeof item === 'string'
        if (name !== '') kept.push([name, secret ? '[redacted]' : seen])
      }
      return Object.fromEntries(kept)
    }
    return entries(given, 0)
  }

  return { text, object, cut: () => cut }
}

/** Of a very long text only its ends are looked at, and something around them: a key may begin where nothing is kept. */
function clipLong(text: string, most: number): Clipped {
  const near = Math.floor(most / 2) + AROUND
  return joinEnds(clear(text.slice(0, near)), clear(text.slice(-near)), most, text.length)
}

function clear(text: string): string {
  const clean = text.replace(TERMINAL, '').replace(/\r\n?/g, '\n').replace(UNSEEN, '')
  return redactSecrets(clean).text
}
