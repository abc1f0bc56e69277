/** Where markdown shows code: fenced blocks and text between backticks. Linear in the length of the text, whatever it holds. Pure. */

export interface Span {
  start: number
  end: number
}

interface Line extends Span {
  isBlank: boolean
  fence?: Fence
}

interface Fence {
  mark: string
  length: number
  /** Nothing follows it, so that it may end a block. */
  closes: boolean
  opens: boolean
}

/** In order, without overlaps. A fence that never ends is no fence, and a span never reaches beyond its paragraph. */
export function codeSpans(text: string): Span[] {
  const lines = linesOf(text)
  const longest = longestCloserAfter(lines)
  const spans: Span[] = []
  let paragraph: number | undefined
  const endParagraph = (end: number): void => {
    if (paragraph !== undefined) for (const span of inlineSpans(text, paragraph, end)) spans.push(span)
    paragraph = undefined
  }
  for (let at = 0; at < lines.length; at++) {
    const { start, isBlank, fence } = lines[at]!
    if (fence?.opens && (longest[fence.mark]![at + 1] ?? 0) >= fence.length) {
      endParagraph(start)
      // There is one, so that no line is looked at twice.
      do at++
      while (!isCloser(lines[at]!.fence, fence))
      spans.push({ start, end: lines[at]!.end })
    } else if (isBlank) endParagraph(start)
    else paragraph ??= start
  }
  endParagraph(text.length)
  return spans
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    const line = text.slice(start, end)
    // A fence stands at the beginning of a line, of a quote or of an item; the rest of a long line does not matter.
    const match = /^[ \t>]{0,100}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,8})?(`{3,}|~{3,})([^\n]*)$/.exec(line)
    const fence = match?.[1] && {
      mark: match[1][0]!,
      length: match[1].length,
      ...endsOf(match[1], match[2]!),
    }
    lines.push({ start, end, isBlank: line.trim() === '', ...(fence && { fence }) })
    start = end + 1
  }
  return lines
}

function endsOf(fence: string, rest: string): Pick<Fence, 'closes' | 'opens'> {
  return { closes: rest.trim() === '', opens: fence.startsWith('~') || !rest.includes('`') }
}

function isCloser(found: Fence | undefined, opened: Fence): boolean {
  return found !== undefined && found.closes && found.mark === opened.mark && found.length >= opened.length
}

/** For each mark and line, the longest closing fence from that line on. */
function longestCloserAfter(lines: readonly Line[]): Record<string, number[]> {
  const longest: Record<string, number[]> = { '`': [], '~': [] }
  for (const [mark, lengths] of Object.entries(longest)) {
    lengths[lines.length] = 0
    for (let at = lines.length - 1; at >= 0; at--) {
      const { fence } = lines[at]!
      const own = fence?.closes && fence.mark === mark ? fence.length : 0
      lengths[at] = Math.max(own, lengths[at + 1]!)
    }
  }
  return longest
}

/** A run of backticks begins a span that the next run of the same length ends. */
function inlineSpans(text: string, from: number, to: number): Span[] {
  const runs = Array.from(text.slice(from, to).matchAll(/`+/g), ({ index, 0: run }) => ({
    start: from + index,
    end: from + index + run.length,
  }))
  const partner: number[] = []
  const next = new Map<number, number>()
  for (let at = runs.length - 1; at >= 0; at--) {
    const length = runs[at]!.end - runs[at]!.start
    partner[at] = next.get(length) ?? -1
    next.set(length, at)
  }
  const spans: Span[] = []
  for (let at = 0; at < runs.length; at++) {
    const other = partner[at]!
    if (other < 0) continue
    spans.push({ start: runs[at]!.start, end: runs[other]!.end })
    at = other
  }
  return spans
}
