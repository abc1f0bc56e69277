import { related, type Related } from '../../verbs/related.js'
import { ID } from '../inputs.js'
import { agedJson, asides, listOf, MEMORY, MENTION, NOTED, shape, TEXT, WARNINGS } from '../shapes.js'
import { DATA, memoryText, mentionText, warningsText } from '../text.js'
import { defineTool } from '../tool.js'

const LINKS = listOf(shape({ id: TEXT, rel: TEXT, summary: TEXT }))

export const tool = defineTool({
  name: 'related',
  title: 'What is around a memory',
  description:
    'See what lies around a memory: learnt just before and after it in the same go of work, linked from it and to it, memories that say nearly the same, and those that share its tags. Use it to follow a trail from a good hit, and to find duplicates before you revise or forget. Answers ids with one line each; read them with "get".',
  effect: 'reads',
  input: { type: 'object', properties: { id: ID }, required: ['id'], additionalProperties: false },
  output: shape(
    {
      ...NOTED,
      branch: TEXT,
      memory: MEMORY,
      links: LINKS,
      linkedFrom: LINKS,
      similar: listOf(shape({ id: TEXT, summary: TEXT, similarity: { type: 'number' } })),
      sameTags: listOf(shape({ id: TEXT, summary: TEXT, tags: listOf(TEXT) })),
    },
    { before: MENTION, after: MENTION, ...WARNINGS },
  ),
  async run(env, { id }) {
    const { warnings, memory, ...around } = await related(env, id)
    return {
      structured: { note: DATA, memory: agedJson(memory, env.now()), ...around, ...asides({ warnings }) },
      text: `${DATA}\n\n${memoryText(memory, env.now())}\n${textOf(around)}${warningsText(warnings)}`,
    }
  },
})

function textOf(around: Omit<Related, 'memory' | 'warnings'>): string {
  const { before, after, links, linkedFrom, similar, sameTags } = around
  const lines = [
    ...(before ? [`just before: ${mentionText(before)}`] : []),
    ...(after ? [`just after: ${mentionText(after)}`] : []),
    ...links.map((link) => `${link.rel}: ${mentionText(link)}`),
    ...linkedFrom.map((link) => `linked from (${link.rel}): ${mentionText(link)}`),
    ...similar.map((one) => `nearly the same (${Math.round(one.similarity * 100)} %): ${mentionText(one)}`),
    ...sameTags.map((one) => `also tagged ${one.tags.join(', ')}: ${mentionText(one)}`),
  ]
  return lines.length === 0 ? 'Nothing is around it.\n' : `${lines.join('\n')}\n`
}
