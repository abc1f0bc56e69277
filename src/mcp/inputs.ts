/** What several tools take alike. */
import { MEMORY_TYPES } from '../memory/memory.js'
import { MAX_TAGS } from '../memory/text.js'

export const ID = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description:
    'Id of a memory, e.g. mem-1737390000-a7b8; its unique beginning or its last four characters will do.',
} as const

export const TYPE = {
  type: 'string',
  enum: MEMORY_TYPES,
  description:
    'pattern: how this codebase does things; decision: what was chosen and why; fix: a problem and its solution; context: other facts about the project.',
} as const

export const tagsOf = <const Description extends string>(description: Description) =>
  ({
    type: 'array',
    items: { type: 'string', maxLength: 200 },
    maxItems: MAX_TAGS,
    description,
  }) as const
