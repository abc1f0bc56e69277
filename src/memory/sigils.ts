/**
 * Sigils: what an agent marks in its output for keeping.
 *
 *     <journal>what happened</journal>
 *     <knowledge tags="a,b" title="…">what was learnt</knowledge>
 *     <memory type="fix" tags="a,b">one thing</memory>
 *
 * Output is written by a model: tags may be nested, crossed, mentioned in prose, shown as code, or never closed. Any text is read,
 * in linear time, by these rules:
 * 1. What is shown as code is no sigil.
 * 2. A closing tag ends the last one of its kind that is open. What was nested is a sigil of its own, and left out of the outer one.
 * 3. An opening tag that is never closed is a mention, unless it begins its line. Then it is ended by a closing tag that seems to be
 *    code (a backtick was forgotten), else by the next opening tag, else by the end of the text.
 * Pure.
 */
import { codeSpans, type Span } from './code-spans.js'
import { decodeEntities, findTags, SIGIL_KINDS, type SigilKind, type Tag } from './sigil-tags.js'
import { cleanBody } from './text.js'

export interface Sigil {
  kind: SigilKind
  attributes: ReadonlyMap<string, string>
  /** Clean, without the indentation that all of its lines have. */
  body: string
  /** Where it begins, counted from 1. */
  line: number
  /** False when its end is a guess. */
  closed: boolean
}

export interface ParsedSigils {
  /** In the order of the text. */
  sigils: Sigil[]
  /** How the task ended, if the agent said so. */
  outcome?: 'done' | 'failed'
}

export type { SigilKind } from './sigil-tags.js'

interface Open {
  tag: Tag
  beginsLine: boolean
  /** A closing tag that seems to be code. */
  shown?: Tag
  /** Where the next sigil begins. */
  next?: number
}

interface Found extends Omit<Sigil, 'line'> {
  start: number
}

export function parseSigils(output: string): ParsedSigils {
  const text = output.replace(/\r\n?/g, '\n')
  const isCode = pointerInto(codeSpans(text))
  const open: Record<SigilKind, Open[]> = { journal: [], knowledge: [], memory: [] }
  const found: Found[] = []
  /** Whole sigils, tags included, that no other holds yet. */
  const whole: Span[] = []
  let last: Open | undefined
  let outcome: ParsedSigils['outcome']
  const take = (tag: Tag, body: string, closed: boolean): void => {
    found.push({
      kind: tag.name as SigilKind,
      attributes: tag.attributes,
      body: tidy(body),
      start: tag.start,
      closed,
    })
  }
  const giveUp = ({ tag, beginsLine, shown, next }: Open): void => {
    const end = shown?.start ?? next ?? text.length
    if (beginsLine) take(tag, text.slice(tag.end, end), shown !== undefined)
  }
  for (const tag of findTags(text)) {
    const code = isCode(tag.start)
    if (tag.name === 'task-done' || tag.name === 'task-failed') {
      if (code || tag.closes) continue
      outcome = tag.name === 'task-done' ? 'done' : 'failed'
      if (last) last.next ??= tag.start
      continue
    }
    const stack = open[tag.name]
    const top = stack.at(-1)
    if (code) {
      if (tag.closes && top) top.shown ??= tag
    } else if (!tag.closes) {
      if (last) last.next ??= tag.start
      if (top?.shown) giveUp(stack.pop()!)
      last = { tag, beginsLine: beginsLine(text, tag.start) }
      if (tag.isEmpty) take(tag, '', true)
      else stack.push(last)
    } else if (top) {
      stack.pop()
      take(top.tag, withoutInner(text, top.tag, tag, whole), true)
    }
  }
  for (const kind of SIGIL_KINDS) for (const one of open[kind]) giveUp(one)
  const lineOf = lineCounter(text)
  const sigils = found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, ...sigil }) => ({ ...sigil, line: lineOf(start) }))
  return { sigils, ...(outcome && { outcome }) }
}

/** The text between two tags without the sigils in it, which from now on count as part of this one. */
function withoutInner(text: string, from: Tag, to: Tag, whole: Span[]): string {
  const pieces: string[] = []
  let end = to.start
  while (whole.length > 0 && whole.at(-1)!.start >= from.start) {
    const inner = whole.pop()!
    pieces.push(text.slice(inner.end, end))
    end = inner.start
  }
  whole.push({ start: from.start, end: to.end })
  return pieces.concat(text.slice(from.end, end)).toReversed().join('')
}

/** Whether a position is in one of the spans; positions are asked for in ascending order. */
function pointerInto(spans: readonly Span[]): (position: number) => boolean {
  let at = 0
  return (position) => {
    while (at < spans.length && spans[at]!.end <= position) at++
    return at < spans.length && spans[at]!.start <= position
  }
}

/** Positions are asked for in ascending order. */
function lineCounter(text: string): (position: number) => number {
  let line = 1
  let newline = text.indexOf('\n')
  return (position) => {
    for (; newline >= 0 && newline < position; newline = text.indexOf('\n', newline + 1)) line++
    return line
  }
}

/** Also behind a bullet or the mark of a quote. */
function beginsLine(text: string, at: number): boolean {
  let start = at
  while (start > 0 && at - start < 40 && /[ \t>*-]/.test(text[start - 1]!)) start--
  return start === 0 || text[start - 1] === '\n'
}

function tidy(body: string): string {
  const lines = decodeOutsideCode(cleanBody(body)).split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length)
  const common = indents.reduce((least, indent) => Math.min(least, indent), Infinity)
  if (common === 0 || common === Infinity) return lines.join('\n').trimEnd()
  // What follows the tag on its own line is not indented by it.
  return cleanBody(lines.map((line) => line.slice(common)).join('\n'))
}

function decodeOutsideCode(body: string): string {
  if (!body.includes('&')) return body
  let done = 0
  const pieces: string[] = []
  for (const { start, end } of codeSpans(body)) {
    pieces.push(decodeEntities(body.slice(done, start)), body.slice(start, end))
    done = end
  }
  return pieces.concat(decodeEntities(body.slice(done))).join('')
}
