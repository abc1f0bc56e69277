export type Dice = (sides: number) => number

/** A generator of our own, so that a seed means the same schedule for ever. */
export function makeDice(seed: number): Dice {
  let state = (seed * 2654435761) >>> 0 || 1
  return (sides) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % sides
  }
}
