import { ageOf } from '../../briefing/frame.js'
import { memoryJson } from '../../memory/memory-json.js'
import { type LogChange, type LogEntry, log } from '../../verbs/log.js'
import { ID } from '../inputs.js'
import { COMMIT, COMMIT_EXTRAS, listOf, MEMORY, NOTED, shape, TEXT, WARNINGS } from '../shapes.js'
import { DATA, warningsText } from '../text.js'
import { defineTool } from '../tool.js'

const DEFAULT = 10

export const tool = defineTool({
  name: 'history',
  title: 'History of a memory',
  description:
    'Read how a memory came to be what it is: each version with its author, date, agent, session and the code commit it was learnt on. Works for forgotten memories too. Without an id: what was remembered, revised and forgotten on this branch lately. Use it to judge how far a memory can be trusted, or to find an earlier wording.',
  effect: 'reads',
  input: {
    type: 'object',
    properties: {
      id: ID,
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: `Most commits, newest first. Default ${DEFAULT}.`,
      },
    },
    additionalProperties: false,
  },
  output: shape(
    {
      ...NOTED,
      branch: TEXT,
      more: { type: 'boolean' },
      commits: listOf(
        shape(
          {
            ...COMMIT,
            age: TEXT,
            changes: listOf(shape({ id: TEXT, what: TEXT }, { before: MEMORY, after: MEMORY })),
          },
          COMMIT_EXTRAS,
        ),
      ),
    },
    { ids: listOf(TEXT), ...WARNINGS },
  ),
  async run(env, { id, limit = DEFAULT }) {
    const now = env.now()
    const { branch, ids, entries, more, warnings } = await log(env, id, {
      last: limit,
      texts: true,
      trusted: true,
    })
    const text = entries.map((entry) => entryText(entry, now)).join('\n')
    return {
      structured: {
        note: DATA,
        branch,
        ...(ids.length > 0 && { ids }),
        more,
        commits: entries.map((entry) => entryJson(entry, now)),
        ...(warnings.length > 0 && { warnings }),
      },
      text: `${text === '' ? 'Nothing has been remembered yet.\n' : `${DATA}\n\n${text}`}${more ? '\nThere are older ones: raise limit.\n' : ''}${warningsText(warnings)}`,
    }
  },
})

/** Without the subject of the commit: it is the beginning of a memory, which may be in quarantine. */
function entryJson({ changes, ...entry }: LogEntry, now: Date): Record<string, unknown> {
  const { commit, when, author, code, branch, agent, session, task } = entry
  return {
    commit,
    when,
    age: ageOf(when, now),
    author,
    ...Object.fromEntries(
      Object.entries({ code, branch, agent, session, task }).filter(([, value]) => value),
    ),
    changes: changes.map(changeJson),
  }
}

function changeJson({ id, what, before, after }: LogChange): Record<string, unknown> {
  return {
    id,
    what,
    ...(before && { before: memoryJson(before) }),
    ...(after && { after: memoryJson(after) }),
  }
}

function entryText(
  { commit, when, author, agent, session, branch, code, changes }: LogEntry,
  now: Date,
): string {
  const by = [
    author,
    agent && `through ${agent}`,
    session && `in session ${session}`,
    branch && `on ${branch}`,
    code && `at ${code.slice(0, 10)}`,
  ].filter(Boolean)
  const changed = changes.map((change) => {
    const memory = change.after ?? change.before
    return `${change.what} ${change.id}${memory ? ` (${memory.type}): ${memory.body}` : ''}\n`
  })
  return `${commit.slice(0, 10)} · ${ageOf(when, now)} · by ${by.join(' ')}\n${changed.join('')}`
}
