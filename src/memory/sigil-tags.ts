/** The tags of sigils in a text, with their attributes however they are quoted. Pure, and linear in the length of the text. */

export const SIGIL_KINDS = ['journal', 'knowledge', 'memory'] as const
export type SigilKind = (typeof SIGIL_KINDS)[number]

export interface Tag {
  /** A kind of sigil, or what says how the task ended. */
  name: SigilKind | 'task-done' | 'task-failed'
  closes: boolean
  /** `<journal/>` */
  isEmpty: boolean
  start: number
  end: number
  attributes: ReadonlyMap<string, string>
}

const TAG = /<(\/?)(journal|knowledge|memory|task-done|task-failed)(?=[\s>/])/gi
/** A tag does not go on for ever: what is longer was never ended. */
const LONGEST_TAG = 2048

export function findTags(text: string): Tag[] {
  const tags: Tag[] = []
  const tag = new RegExp(TAG)
  for (let match = tag.exec(text); match; match = tag.exec(text)) {
    const name = match[2]!.toLowerCase() as Tag['name']
    const read = readAttributes(text, match.index + match[0].length)
    if (!read) continue
    tags.push({ name, closes: match[1] === '/', start: match.index, ...read })
    // What looks like a tag in a title is none.
    tag.lastIndex = read.end
  }
  return tags
}

const QUOTES: Record<string, string> = { '"': '"', "'": "'", '“': '”', '‘': '’', '”': '”' }

/** From behind the name to behind the `>`; undefined when the tag never ends. */
function readAttributes(text: string, from: number): Pick<Tag, 'attributes' | 'end' | 'isEmpty'> | undefined {
  const attributes = new Map<string, string>()
  const limit = Math.min(text.length, from + LONGEST_TAG)
  let at = from
  while (at < limit) {
    at = skip(text, at, limit, isSpace)
    const character = text[at]
    if (at >= limit || character === '<') return undefined
    if (character === '>') return { attributes, end: at + 1, isEmpty: text[at - 1] === '/' }
    const nameEnd = skip(text, at, limit, isName)
    const name = text.slice(at, nameEnd).toLowerCase()
    const equals = skip(text, nameEnd, limit, isSpace)
    if (name === '' || text[equals] !== '=') {
      // A word without a value, or a stray character.
      at = Math.max(nameEnd, at + 1)
      continue
    }
    const value = readValue(text, skip(text, equals + 1, limit, isSpace), limit)
    if (!attributes.has(name)) attributes.set(name, decodeEntities(value.text))
    at = value.end
  }
  return undefined
}

function readValue(text: string, at: number, limit: number): { text: string; end: number } {
  const quote = QUOTES[text[at] ?? '']
  if (quote !== undefined) {
    const end = skip(text, at + 1, limit, (one) => one !== quote)
    const value = text.slice(at + 1, end)
    if (end < limit && !/>[^\n]*\n/.test(value)) return { text: value, end: end + 1 }
    // The quote was forgotten: the value reaches to the end of the tag.
    const close = skip(text, at + 1, limit, (one) => one !== '>' && one !== '\n')
    return { text: text.slice(at + 1, close), end: close }
  }
  const end = skip(text, at, limit, (one) => !isSpace(one) && one !== '>' && one !== '<')
  const value = text.slice(at, end)
  return value.endsWith('/') && text[end] === '>' ? { text: value.slice(0, -1), end } : { text: value, end }
}

function skip(text: string, from: number, limit: number, while_: (character: string) => boolean): number {
  let at = from
  while (at < limit && while_(text[at]!)) at++
  return at
}

const isSpace = (character: string): boolean => ' \t\n'.includes(character)
const isName = (character: string): boolean => /[\w:.-]/.test(character)

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The entities of XML, once; others stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name, decimal, hex) => {
      if (name) return ENTITIES[(name as string).toLowerCase()]!
      const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
