/** Options that starting and resuming have in common. */
import type { Options } from '../command.js'

export const LIMIT_OPTIONS = {
  'max-iterations': { type: 'number', describe: 'most iterations', placeholder: 'N' },
  'max-duration': { type: 'string', describe: 'most time of all, as 90s, 30m, 1h30m', placeholder: 'TIME' },
  'no-progress': {
    type: 'number',
    describe: 'end after so many iterations without progress',
    placeholder: 'N',
  },
  'max-cost': {
    type: 'string',
    describe: 'most that it may cost, where the agent reports it',
    placeholder: 'USD',
  },
} as const satisfies Options

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** What was not typed is left to the settings. */
export function definedOnly<T extends object>(given: T): Defined<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>
}
