/** Long texts, shortened in the middle: how a thing begins and how it ends say most. */

export interface Clipped {
  text: string
  /** How many characters were left out. */
  cut: number
}

export function clip(text: string, most: number): Clipped {
  if (text.length <= most) return { text, cut: 0 }
  const half = Math.floor(most / 2)
  const cut = text.length - 2 * half
  return { text: `${text.slice(0, half)}\n… ${cut} characters left out …\n${text.slice(-half)}`, cut }
}

/** One line of at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}
