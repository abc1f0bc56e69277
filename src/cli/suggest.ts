/** What was probably meant: the nearest of the known words, when it is near enough to be a typing error. */
export function closest(typed: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let distance = Math.max(2, Math.floor(typed.length / 3)) + 1
  for (const word of known) {
    const d = word.startsWith(typed) && typed.length > 1 ? 1 : editDistance(typed, word)
    if (d < distance) [best, distance] = [word, d]
  }
  return best
}

/** Letters inserted, removed, replaced, or swapped with their neighbour. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          last[j]! + 1,
          row[j - 1]! + 1,
          last[j - 1]! + (same ? 0 : 1),
          swapped ? before[j - 2]! + 1 : Infinity,
        ),
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}
