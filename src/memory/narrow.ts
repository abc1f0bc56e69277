/**
 * Which of many is to blame, found by asking about parts of them. Generators that hand out what to try next and are told whether it
 * was bad: the same answers always lead the same way, so that a search can be taken up again from its answers alone.
 */

/** The first bad one of a row in which all before it are good and all after it bad; the last one is known to be bad. */
export function* narrowRow(count: number): Generator<number, number, boolean> {
  let [from, to] = [0, count - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (yield middle) to = middle
    else from = middle + 1
  }
  return from
}

/**
 * A smallest set that is bad by itself, of a set that is: usually one. Halves first; where no part is bad by itself, several are
 * needed together, and ever smaller parts are left out instead (delta debugging).
 */
export function* narrowSet(count: number): Generator<number[], number[], boolean> {
  let suspects = Array.from({ length: count }, (_, n) => n)
  let parts = 2
  while (suspects.length > 1) {
    const slices = slicesOf(suspects, parts)
    const bad = yield* findBad(
      parts === 2 ? slices : [...slices, ...slices.map((slice) => without(suspects, slice))],
    )
    if (bad !== undefined) {
      const halved = slices.includes(bad)
      suspects = bad
      parts = halved ? 2 : Math.max(2, parts - 1)
    } else if (parts >= suspects.length) return suspects
    else parts = Math.min(suspects.length, parts * 2)
  }
  return suspects
}

function* findBad(sets: number[][]): Generator<number[], number[] | undefined, boolean> {
  for (const set of sets) if (yield set) return set
  return undefined
}

function slicesOf(items: readonly number[], parts: number): number[][] {
  return Array.from({ length: parts }, (_, n) =>
    items.slice(Math.floor((items.length * n) / parts), Math.floor((items.length * (n + 1)) / parts)),
  ).filter((slice) => slice.length > 0)
}

function without(items: readonly number[], left: readonly number[]): number[] {
  const out = new Set(left)
  return items.filter((item) => !out.has(item))
}

export type Step<T, R> = { done: false; next: T } | { done: true; found: R }

/** Where a search is after these answers. */
export function replay<T, R>(search: Generator<T, R, boolean>, answers: readonly boolean[]): Step<T, R> {
  let step = search.next()
  for (const answer of answers) if (!step.done) step = search.next(answer)
  return step.done ? { done: true, found: step.value } : { done: false, next: step.value }
}
