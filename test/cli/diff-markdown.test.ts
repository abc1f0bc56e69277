import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderDiffMarkdown } from '../../src/cli/diff-markdown.js'
import { changesOf } from '../../src/memory/changes.js'
import type { Memory } from '../../src/memory/memory.js'
import type { MemoryDiff } from '../../src/verbs/diff.js'

const memory = (fields: Partial<Memory>): Memory => ({
  id: 'mem-1737390000-a7b8',
  type: 'fix',
  tags: [],
  created: '2025-01-20T16:20:00Z',
  body: 'body',
  ...fields,
})
const empty: MemoryDiff = {
  from: { name: 'main', line: 'main', tip: undefined },
  to: { name: 'topic', line: 'topic', tip: undefined },
  since: 'common',
  added: [],
  changed: [],
  forgotten: [],
  warnings: [],
}
const before = memory({ body: 'one\ntwo' })
const after = memory({ body: 'one\n2', tags: ['net'] })

/** What is left of a comment without its fences and code, where nothing has a meaning. */
function outside(text: string): string {
  return text.replace(/^(`{3,})(?:diff)?\n[\s\S]*?\n\1\n/gm, '').replace(/<code>[^<>`]*<\/code>/g, '')
}

describe('a diff as a comment', () => {
  it('has a summary, and each memory folded away below', () => {
    const changed = [{ before, after, ...changesOf(before, after) }]
    expect(renderDiffMarkdown({ ...empty, added: [memory({ body: 'new', tags: ['a'] })], changed }))
      .toMatchInlineSnapshot(`
      "### Memory: 1 added, 1 changed, 0 forgotten

      <code>topic</code> compared with <code>main</code>

      #### Added

      <details><summary><b>fix</b> <code>new</code> <code>a</code></summary>

      <code>mem-1737390000-a7b8</code>

      \`\`\`
      new
      \`\`\`

      </details>

      #### Changed

      <details><summary><b>fix</b> <code>one</code> <code>net</code></summary>

      <code>mem-1737390000-a7b8</code>

      <code>tags&#58; +net</code><br>

      \`\`\`diff
        one
      - two
      + 2
      \`\`\`

      </details>
      "
    `)
  })

  it('says plainly that there is nothing', () => {
    expect(renderDiffMarkdown(empty)).toBe(
      '### Memory\n\n<code>&#39;topic&#39; has learnt nothing that &#39;main&#39; lacks</code>\n',
    )
  })

  it('lets no memory break out of its place, become markup, or call somebody', () => {
    const piece = fc.constantFrom(
      '```',
      '````',
      '~~~',
      '\n',
      '</details>',
      '</code>',
      '<script>',
      '-->',
      '@octocat',
      '`',
      '**',
      '_',
      '[x](y)',
      '![i](https://x)',
      '&lt;',
      'https://evil.example',
      'www.evil.example',
      '#1',
      '|',
      '\\',
      ' ',
      'word',
      '<!--',
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, text, (body, title, tag) => {
        const hostile = memory({ body: `${body}.`, title, tags: [tag] })
        const other = memory({ body: `${tag}.`, title: body })
        const comment = renderDiffMarkdown({
          ...empty,
          to: { name: title, line: title, tip: undefined },
          added: [hostile],
          changed: [{ before: other, after: hostile, ...changesOf(other, hostile) }],
          forgotten: [{ memory: hostile }],
        })
        const folded = '<details><summary><b>fix</b>  </summary>\n</details>\n'
        expect(
          outside(comment)
            .replace(/<br>\n/g, '')
            .replace(/\n{2,}/g, '\n'),
        ).toBe(
          `### Memory: 1 added, 1 changed, 1 forgotten\n compared with \n#### Added\n${folded}#### Changed\n${folded}#### Forgotten\n${folded}`,
        )
        const codes = [...comment.matchAll(/<code>(.*?)<\/code>/g)].map(([, inner]) => inner!)
        for (const inner of codes) expect(inner).not.toMatch(/[`*_[\]\\|:<>"]|@(?!\u200b)|www\.|&(?!#\d+;)/)
      }),
    )
  })

  it('stays within what a forge takes, and says what it left out', () => {
    const added = Array.from({ length: 300 }, (_, n) =>
      memory({ body: `${n}\n${'long text '.repeat(1000)}` }),
    )
    const comment = renderDiffMarkdown({ ...empty, added })
    expect(comment.length).toBeLessThan(65_536)
    const shown = comment.split('<details>').length - 1
    expect(shown).toBeGreaterThan(5)
    expect(comment).toContain(`… and ${300 - shown} more`)
  })
})
