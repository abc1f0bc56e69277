/** Anchors: the code that a memory speaks of, and how they are read from text. Whether they still hold is in anchor-verdict.ts. */
import { RalphError } from '../errors.js'
import type { Anchor } from './memory.js'

/** First and last line, counted from one. */
export interface LineRange {
  from: number
  to: number
}

/** What a person means before anybody looked at the file. */
export interface Cited {
  path: string
  range?: LineRange
}

export const MAX_ANCHORS = 20
/** More are no longer what a memory is about, but a list of files. */
const MOST_GUESSED = 5
const LONGEST_SYMBOL = 80

/** `src/db.ts`, `src/db.ts:10`, `src/db.ts:10-20`. */
export function parseCited(text: string): Cited {
  const [, path, from, to] = /^(.+?)(?::(\d{1,7})(?:-(\d{1,7}))?)?$/s.exec(text.trim()) ?? []
  if (path === undefined) throw new RalphError('bad-usage', 'an anchor needs a path')
  if (from === undefined) return { path }
  const range = { from: Number(from), to: Number(to ?? from) }
  if (range.from === 0 || range.to < range.from)
    throw new RalphError('bad-usage', `'${text}' names no lines`, {
      hint: 'lines are counted from 1, as in src/db.ts:10-20',
    })
  return { path, range }
}

/** What looks like a path of code in a text, in its order; whether it exists is for others to find out. */
export function citedIn(text: string): Cited[] {
  const found = new Map<string, Cited>()
  for (const [, path, , from, to] of text.matchAll(PATH)) {
    if (found.has(path!) || /^\d+(\.\d+)*$/.test(path!)) continue
    const range = from === undefined ? undefined : { from: Number(from), to: Number(to ?? from) }
    const sound = range !== undefined && range.from > 0 && range.to >= range.from
    found.set(path!, { path: path!, ...(sound && { range }) })
  }
  return [...found.values()]
}

/** `a/b.ts`, `.github/x.yml`, `Makefile` only with a directory; then `:10`, `:10-20` or `#L10-L20`. Not part of a URL or a longer word.
 * The bounds keep a long run of such letters from taking long. */
const PATH =
  /(?<![\w/.:@-])((?:[\w.@+-]{1,100}\/){0,30}[\w.@+-]{0,100}\.\w{1,8}|(?:[\w.@+-]{1,100}\/){1,30}[\w@+-]{1,100})((?::|#L)(\d{1,7})(?:-L?(\d{1,7}))?)?(?![\w/-])/g

/** The first few of what a text cites that exist. */
export function chooseGuesses(cited: readonly Cited[], exists: (path: string) => boolean): Cited[] {
  return cited.filter(({ path }) => exists(path)).slice(0, MOST_GUESSED)
}

/** The anchor for lines of a file as it is now; lines beyond its end are an error. */
export function createAnchor({ path, range }: Cited, blob: string, content: string): Anchor {
  const lines = content.replace(/\n$/, '').split('\n')
  if (range === undefined) return { path, blob }
  if (range.to > lines.length) {
    throw new RalphError('bad-usage', `'${path}' has no line ${range.to}`, {
      hint: `its last line is ${lines.length}`,
    })
  }
  const symbol = symbolAround(lines, range)
  return {
    path,
    lines: renderRange(range),
    blob,
    hash: hashLines(lines.slice(range.from - 1, range.to)),
    ...(symbol !== undefined && { symbol }),
  }
}

export function renderRange({ from, to }: LineRange): string {
  return from === to ? String(from) : `${from}-${to}`
}

export function rangeOf({ lines }: Pick<Anchor, 'lines'>): LineRange | undefined {
  const [, from, to] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(lines ?? '') ?? []
  if (from === undefined) return undefined
  const range = { from: Number(from), to: Number(to ?? from) }
  return range.from > 0 && range.to >= range.from ? range : undefined
}

/** `src/db.ts:10-20`. */
export function renderAnchor({ path, lines }: Pick<Anchor, 'path' | 'lines'>): string {
  return lines === undefined ? path : `${path}:${lines}`
}

/** A line as it is compared: what it says, however it is indented. */
export function plainLine(line: string): string {
  return line.trim().replace(/\s+/g, ' ')
}

/** Sixteen hex digits of what the lines say. Part of the stored format: never change it. */
export function hashLines(lines: readonly string[]): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c]
  for (const line of lines) {
    for (const code of plainLine(line) + '\n') {
      const point = code.codePointAt(0)!
      a = Math.imul(a ^ point, 0x01000193)
      b = Math.imul(b ^ point, 0x85ebca6b) ^ (b >>> 13)
    }
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

const DECLARATION =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|abstract|async|final|pub(?:\([a-z]+\))?|unsafe|extern|override|virtual|inline)\s+)*(?:function\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|fun|module|namespace|sub|proc|record|object)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$.:]*)/
/** Deeper in, these name a value on the way. */
const TOP_LEVEL = /^(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)/
const METHOD =
  /^\s+(?:[a-z]+\s+)*(?!if\b|for\b|while\b|switch\b|catch\b|else\b|return\b)([A-Za-z_$#][\w$]*)\s*\([^;]*\{\s*$/

/** The name that the lines stand under: the nearest declaration at or above them that is indented no deeper. */
function symbolAround(lines: readonly string[], { from, to }: LineRange): string | undefined {
  const first = lines.slice(from - 1, to).find((line) => line.trim() !== '')
  if (first === undefined) return undefined
  let depth = indentOf(first)
  for (let at = from - 1; at >= 0; at--) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const indent = indentOf(line)
    const above = at < from - 1
    if (above ? indent >= depth : indent > depth) continue
    const name = (DECLARATION.exec(line) ?? TOP_LEVEL.exec(line) ?? METHOD.exec(line))?.[1]
    if (name !== undefined) return name.slice(0, LONGEST_SYMBOL)
    depth = Math.min(depth, indent)
  }
  return undefined
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
