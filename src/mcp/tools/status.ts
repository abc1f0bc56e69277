import { MEMORY_TYPES } from '../../memory/memory.js'
import { type Status, status } from '../../verbs/status.js'
import { COUNT, shape, TEXT, WARNINGS } from '../shapes.js'
import { warningsText } from '../text.js'
import { defineTool } from '../tool.js'

export const tool = defineTool({
  name: 'status',
  title: 'Status of the memory',
  description:
    'Which branch this is, how many memories it has of each type, what was written last, and whether anything needs care.',
  effect: 'reads',
  input: { type: 'object', properties: {}, additionalProperties: false },
  output: shape(
    {
      branch: TEXT,
      checkedOut: { type: 'boolean' },
      line: TEXT,
      count: COUNT,
      counts: shape(Object.fromEntries(MEMORY_TYPES.map((type) => [type, COUNT]))),
      pending: COUNT,
      rendered: TEXT,
      renderPath: TEXT,
      problems: COUNT,
      capture: shape({ state: TEXT, text: TEXT }),
    },
    { lastWrite: shape({ commit: TEXT, when: TEXT }), ...WARNINGS },
  ),
  async run(env) {
    const { warnings, lastWrite, ...found } = await status(env)
    return {
      structured: {
        ...found,
        ...(lastWrite && { lastWrite: told(lastWrite) }),
        ...(warnings.length > 0 && { warnings }),
      },
      text: textOf({ warnings, lastWrite, ...found }),
    }
  },
})

/** Its subject is the beginning of a memory, which may be in quarantine. */
const told = ({ commit, when }: NonNullable<Status['lastWrite']>) => ({ commit, when })

function textOf(found: Status): string {
  const { branch, checkedOut, line, count, counts, lastWrite, pending, problems, capture, warnings } = found
  const parts = MEMORY_TYPES.filter((type) => counts[type] > 0).map((type) => `${counts[type]} ${type}`)
  return [
    `Branch: ${branch}${checkedOut ? '' : ' (HEAD is detached)'}\n`,
    ...(line === branch ? [] : [`It has no memory of its own yet, and sees that of ${line}.\n`]),
    `Memories: ${count}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}\n`,
    `Last write: ${lastWrite?.when ?? 'never'}\n`,
    ...(pending > 0 ? [`Waiting to join the line: ${pending}\n`] : []),
    ...(capture.text === '' ? [] : [`${capture.text}\n`]),
    problems === 0 ? 'All is well.\n' : `${problems} to look at: the user should run \`git ralph doctor\`.\n`,
    warningsText(warnings),
  ].join('')
}
