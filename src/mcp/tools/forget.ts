import { memoryJson } from '../../memory/memory-json.js'
import { titleOf } from '../../memory/memory.js'
import { forget } from '../../verbs/forget.js'
import { ID } from '../inputs.js'
import { asides, listOf, MEMORY, shape, TEXT, WARNINGS } from '../shapes.js'
import { warningsText } from '../text.js'
import { defineTool } from '../tool.js'

export const tool = defineTool({
  name: 'forget',
  title: 'Forget memories',
  description:
    'Take memories off this branch that are wrong, outdated or said better by another one. To correct one, use "revise". They stay in the history: recall with scope "history" finds them, and `git ralph restore <id>` brings them back. Make sure of the ids first; dryRun only says what would be forgotten.',
  effect: 'changes',
  input: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: ID, minItems: 1, maxItems: 50, description: 'Ids of memories.' },
      dryRun: { type: 'boolean', description: 'Only say what would be forgotten.' },
    },
    required: ['ids'],
    additionalProperties: false,
  },
  output: shape({ dryRun: { type: 'boolean' }, memories: listOf(MEMORY) }, { parked: TEXT, ...WARNINGS }),
  async run(env, { ids, ...options }) {
    const answer = await forget(env, ids, options)
    const { dryRun, memories, warnings } = answer
    const lines = memories.map((memory) => `${memory.id} ${titleOf(memory)}\n`)
    return {
      structured: { dryRun, memories: memories.map(memoryJson), ...asides(answer) },
      text: `${dryRun ? 'Would forget' : 'Forgotten'}:\n${lines.join('')}${warningsText(warnings)}`,
    }
  },
})
