/** Learning candidates: a command that failed and passes after edits is worth a look. Proposed, never remembered unasked. */
import { oneLine } from './clip.js'
import { followCommands, type Mended } from './commands.js'
import type { Observation } from './observation.js'
import type { Proposal } from './proposal.js'

const MOST_FILES = 5
const MOST_COMMAND = 120
/** Whether it fails is what it is asked; or it fails for reasons that are gone the next minute. */
const TELLS_NOTHING =
  /^(?:grep|rg|test|\[|ls|cat|find|which|diff|cmp|git (?:diff|status|log|show|grep|commit|push|pull)|sleep|curl|exit|false|true)\b/

export function candidatesOf(session: string, observations: readonly Observation[]): Proposal[] {
  const proposals = followCommands(observations)
    .mended.filter(
      ({ command, error, files }) => files.length > 0 && error !== '' && !TELLS_NOTHING.test(command),
    )
    .map((mended) => propose(session, mended))
  return [...new Map(proposals.map((proposal) => [proposal.body, proposal])).values()]
}

function propose(session: string, { command, error, files }: Mended): Proposal {
  const shown = oneLine(command, MOST_COMMAND)
  const more = files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : ''
  const edited = files.slice(0, MOST_FILES).map((file) => `\`${file}\``)
  return {
    type: 'fix',
    body: `\`${shown}\` failed with: ${error}\nIt passed after a change of ${edited.join(', ')}${more}.`,
    tags: [programOf(command)].filter((tag) => tag !== undefined),
    why: `\`${oneLine(command, 60)}\` failed, then passed after ${files.length === 1 ? 'one file was' : `${files.length} files were`} edited`,
    source: { kind: 'session', session },
  }
}

/** `FOO=1 npx vitest run` → `vitest`. */
function programOf(command: string): string | undefined {
  const words = command
    .split(' ')
    .filter((word) => !/^\w+=/.test(word) && !/^(?:npx|env|sudo|exec|time)$/.test(word))
  const program = words[0]?.split('/').at(-1)
  return program && /^[\w.-]{2,30}$/.test(program) ? program : undefined
}
