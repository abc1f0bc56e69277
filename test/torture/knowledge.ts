/**
 * What must be known in the end, told line by line and without any merging: a line that somebody wrote is known, until somebody
 * who saw it takes it away.
 */
export class Knowledge {
  #written = new Map<string, number>()
  #removed = new Set<string>()
  #forgotten = new Set<string>()
  #edited = new Set<string>()

  remembered(body: string): void {
    for (const line of linesOf(body)) this.#written.set(line, (this.#written.get(line) ?? 0) + 1)
  }

  edited(before: string, after: string): void {
    const [olds, news] = [linesOf(before), linesOf(after)]
    for (const line of olds) {
      this.#edited.add(line)
      if (!news.includes(line)) this.#removed.add(line)
    }
    for (const line of news) {
      this.#edited.add(line)
      if (!olds.includes(line)) this.remembered(line)
    }
  }

  forgot(body: string): void {
    for (const line of linesOf(body)) {
      this.#removed.add(line)
      this.#forgotten.add(line)
    }
  }

  /** Lines that nobody took away, and that are not among `lines`. */
  missingFrom(lines: string[]): string[] {
    const found = new Set(lines.flatMap(linesOf))
    return [...this.#written.keys()].filter((line) => !this.#removed.has(line) && !found.has(line))
  }

  /** Lines that were written once, never part of an edit, and forgotten, but are among `lines` again. */
  cameBackIn(lines: string[]): string[] {
    const found = new Set(lines.flatMap(linesOf))
    return [...this.#forgotten].filter(
      (line) => this.#written.get(line) === 1 && !this.#edited.has(line) && found.has(line),
    )
  }
}

/** Case and a full stop at the end make no difference. */
function linesOf(body: string): string[] {
  return body.split('\n').map((line) => line.toLowerCase().replace(/\.$/, ''))
}
