import { summaryOf } from '../../briefing/layers.js'
import { memoryJson } from '../../memory/memory-json.js'
import { remember, type Remembered } from '../../verbs/remember.js'
import { ID, TYPE, tagsOf } from '../inputs.js'
import { agedJson, asides, MEMORY, shape, SIMILAR, TEXT, WARNINGS } from '../shapes.js'
import { warningsText } from '../text.js'
import { defineTool } from '../tool.js'

export const tool = defineTool({
  name: 'remember',
  title: 'Remember',
  description: `Store one thing worth knowing, for every later session on this branch and, once its code is merged, for everybody.

Use it when you found out something that was not obvious and will matter again: how this codebase does things, why something was chosen over something else, what an error meant and what solved it, a fact about the project that the code does not say.

One thing per memory, in one to three sentences that stand on their own: name files, commands and error texts literally; say why. Not for the state of the current task, not for what the code or the git log says already, never secrets. What is known already is not stored twice: its id comes back. If "similar" names a memory that this one replaces, forget that one, or call again with supersede.`,
  effect: 'adds',
  input: {
    type: 'object',
    properties: {
      content: { type: 'string', minLength: 1, description: 'What was learnt. Markdown, at most 64 KB.' },
      type: { ...TYPE, description: `${TYPE.description} Default pattern.` },
      tags: tagsOf('A few words to find it by; use tags that are there already.'),
      title: { type: 'string', maxLength: 500, description: 'A headline, where the first line is none.' },
      supersede: { ...ID, description: 'Id of the memory that this one replaces; it is forgotten.' },
      anchors: {
        type: 'array',
        items: { type: 'string', maxLength: 1000 },
        maxItems: 20,
        description:
          'The code it speaks of, as src/db.ts or src/db.ts:10-20. Files that the text names are found anyway.',
      },
      strict: { type: 'boolean', description: 'Store nothing when a memory says nearly the same.' },
      redact: { type: 'boolean', description: 'Store it with whatever looks like a secret taken out.' },
      shared: {
        type: 'boolean',
        description:
          "Store it for the base branch at once: it is true whatever becomes of this branch's code.",
      },
    },
    required: ['content'],
    additionalProperties: false,
  },
  output: shape(
    {
      outcome: { type: 'string', enum: ['stored', 'known', 'updated'] },
      branch: TEXT,
      memory: MEMORY,
      similar: SIMILAR,
    },
    { parked: TEXT, ...WARNINGS },
  ),
  async run(env, { content, ...options }) {
    const answer = await remember(env, content, options)
    const { outcome, branch, memory, similar } = answer
    return {
      structured: {
        outcome,
        branch,
        memory: agedJson(memory, env.now()),
        similar: similar.map((one) => ({ ...memoryJson(one.memory), similarity: one.similarity })),
        ...asides(answer),
      },
      text: textOf(answer),
    }
  },
})

const SAID: Record<Remembered['outcome'], string> = {
  stored: 'Stored',
  known: 'Known already',
  updated: 'Known already, tags added',
}

function textOf({ outcome, branch, memory, similar, parked, warnings }: Remembered): string {
  return [
    `${SAID[outcome]} as ${memory.id} (${memory.type}) on ${branch}.\n`,
    ...(parked ? [`The line is busy: it waits on ${parked} and joins it with the next call.\n`] : []),
    ...similar.map(
      (one) =>
        `Looks like ${one.memory.id} (${Math.round(one.similarity * 100)} %): ${summaryOf(one.memory)}\n`,
    ),
    ...(similar.length > 0 ? ['If one of them is enough, forget the other.\n'] : []),
    warningsText(warnings),
  ].join('')
}
