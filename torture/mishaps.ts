/** What happens to a process while it runs. */
import type { Dice } from '../test/torture/dice.js'

/** `after`: how many milliseconds after it was started. */
export type Mishap =
  | { kind: 'kill' | 'kill-group'; after: number }
  | { kind: 'stop'; after: number; lasting: number }
  /** Its clock is wrong by so many seconds. */
  | { kind: 'clock'; shift: number }

/** A command takes about half a second on a machine that does nothing else, and several where many work. */
const MOST_MS = 900
const MOST_ASLEEP_MS = 2_400
const DAY = 24 * 3600

export function drawMishap(dice: Dice, what: string, clocksJump: boolean): Mishap | undefined {
  const [after, lasting, shift] = [30 + dice(MOST_MS), 100 + dice(MOST_ASLEEP_MS), dice(7 * DAY) - 4 * DAY]
  switch (dice(12)) {
    case 0:
      return { kind: 'kill', after }
    case 1:
      // The remote's own processes are not ours to kill: on one machine they would be in the group.
      return { kind: what === 'sync' ? 'kill' : 'kill-group', after }
    case 2:
      return { kind: 'stop', after, lasting }
    case 3:
    case 4:
      return clocksJump ? { kind: 'clock', shift } : undefined
    default:
      return undefined
  }
}
