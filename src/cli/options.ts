/** Options that several commands have, so that they say the same everywhere. */
import type { Option } from './command.js'

const format = <const Choices extends readonly string[]>(choices: Choices) =>
  ({ type: 'string', choices, default: choices[0]!, describe: 'output format' }) as const satisfies Option

/** What is printed for people, and JSON for programs. */
export const TEXT_FORMAT = format(['text', 'json'])
export const TABLE_FORMAT = format(['table', 'json'])
/** Of a write: `quiet` prints the id alone. */
export const WRITTEN_FORMAT = format(['table', 'json', 'quiet'])
export const LIST_FORMAT = format(['table', 'json', 'markdown'])

export const LINE = {
  type: 'string',
  describe: "look at this branch's line instead",
  placeholder: 'BRANCH',
} as const satisfies Option

export const AT = {
  type: 'string',
  describe: 'what was known at this revision of the code, or on this date',
  placeholder: 'REV|DATE',
} as const satisfies Option
