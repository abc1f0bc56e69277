/** Fenced code in markdown. Pure. */

/** The marks that open or close code, where a line begins with some. */
export function fenceOf(line: string): string | undefined {
  return /^\s{0,12}(`{3,}|~{3,})/.exec(line)?.[1]
}

/**
 * Where the code that begins on a line ends; undefined when none begins there, or it is never closed. Asked for lines in their order, it
 * takes no longer than reading them: a fence that was not closed before is not looked for again.
 */
export function fenceFinder(lines: readonly string[]): (at: number) => number | undefined {
  const unclosed = new Set<string>()
  return (at) => {
    const fence = fenceOf(lines[at]!)
    if (fence === undefined || unclosed.has(fence)) return undefined
    for (let end = at + 1; end < lines.length; end++) if (lines[end]!.trim() === fence) return end
    unclosed.add(fence)
    return undefined
  }
}
