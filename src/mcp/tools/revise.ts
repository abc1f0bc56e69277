import { RalphError } from '../../errors.js'
import { edit } from '../../verbs/edit.js'
import { ID, TYPE, tagsOf } from '../inputs.js'
import { agedJson, asides, MEMORY, shape, TEXT, WARNINGS } from '../shapes.js'
import { memoryText, warningsText } from '../text.js'
import { defineTool } from '../tool.js'

export const tool = defineTool({
  name: 'revise',
  title: 'Revise a memory',
  description:
    'Change a memory that is no longer right or could say it better: its text, type, title or tags. Keeps its id, and earlier versions stay in its history. Prefer it to a second memory about the same thing. Give only what changes; content replaces the whole text.',
  effect: 'changes',
  input: {
    type: 'object',
    properties: {
      id: ID,
      content: { type: 'string', minLength: 1, description: 'The new text, all of it.' },
      type: TYPE,
      title: { type: 'string', maxLength: 500, description: 'The new title; an empty one takes it away.' },
      tags: tagsOf('Replaces all tags.'),
      addTags: tagsOf('Tags to add.'),
      removeTags: tagsOf('Tags to take away.'),
      redact: { type: 'boolean', description: 'Store it with whatever looks like a secret taken out.' },
    },
    required: ['id'],
    additionalProperties: false,
  },
  output: shape({ changed: { type: 'boolean' }, memory: MEMORY }, { parked: TEXT, ...WARNINGS }),
  async run(env, { id, ...changes }) {
    // The verb would open an editor.
    if (Object.keys(changes).every((name) => name === 'redact'))
      throw new RalphError('bad-usage', 'nothing to change was given', {
        hint: 'give content, type, title, tags, addTags or removeTags',
      })
    const answer = await edit(env, id, changes)
    const { changed, memory, warnings } = answer
    return {
      structured: { changed, memory: agedJson(memory, env.now()), ...asides(answer) },
      text: `${changed ? 'Revised' : 'It says so already'}:\n\n${memoryText(memory, env.now())}${warningsText(warnings)}`,
    }
  },
})
