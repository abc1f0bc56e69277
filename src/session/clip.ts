/** Long texts, shortened in the middle: how a thing begins and how it ends say most. */

export interface Clipped {
  text: string
  /** How many characters were left out. */
  cut: number
}

export function clip(text: string, most: number): Clipped {
  if (text.length <= most) return { text, cut: 0 }
  return joinEnds(text, text, most, text.length)
}

/** The beginning of one text and the end of another, which were `length` characters together. */
export function joinEnds(head: string, tail: string, most: number, length: number): Clipped {
  const half = Math.floor(most / 2)
  const cut = length - 2 * half
  const end = half === 0 ? '' : tail.slice(-half)
  return { text: `${head.slice(0, half)}\n… ${cut} characters left out …\n${end}`, cut }
}

/** One line of at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}

/** `1 commit`, `2 commits`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
