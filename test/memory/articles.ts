/** Articles as fast-check draws them. */
import * as fc from 'fast-check'
import { type Article, slugOf } from '../../src/memory/knowledge.js'
import { cleanBody, renderTime } from '../../src/memory/text.js'
import { anyBody, anyLine, anyTags } from './arbitrary.js'

export const anyTitle = fc.oneof(anyLine, fc.string({ unit: 'grapheme', maxLength: 120 }))

const anyText = anyLine
  .map((line) => cleanBody(line.replace(/\s*[\r\n]\s*/g, ' ')).trim())
  .filter((line) => line !== '')
const anyTime = fc
  .integer({ min: 0, max: 4_000_000_000 })
  .map((seconds) => renderTime(new Date(seconds * 1000)))

export const anyArticle: fc.Arbitrary<Article> = fc
  .record(
    {
      title: anyText,
      tags: anyTags.map((tags) => (tags.length > 0 ? tags : ['tag'])),
      feature: anyText,
      createdAt: anyTime,
      updated: anyTime,
      conflicts: anyText.map(slugOf),
      body: anyBody,
      extra: fc.dictionary(fc.constantFrom('x', 'author', 'n'), anyText, {
        minKeys: 1,
        noNullPrototype: true,
      }),
    },
    { requiredKeys: ['title', 'tags', 'body'], noNullPrototype: true },
  )
  .map((article) => article as Article)
