import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasBlock, putBlock, takeBlock } from '../../src/briefing/marked-block.js'

const text = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('\n', '\r\n', '\n\n', '# Title', '<!-- x -->', '\ufeff')))
  .map((parts) => parts.join(''))

describe('a marked block', () => {
  it('leaves the bytes that were found when it is taken out', () => {
    fc.assert(
      fc.property(fc.option(text, { nil: undefined }), (found) => {
        const put = putBlock(found, '## Ours\n\ntext\n')
        expect(hasBlock(put)).toBe(true)
        expect(put.startsWith(found ?? '')).toBe(true)
        expect(takeBlock(put)).toBe(found)
      }),
    )
  })

  it('is put once, and replaced where it stands', () => {
    fc.assert(
      fc.property(fc.option(text, { nil: undefined }), text, (found, after) => {
        const put = `${putBlock(found, 'old\ntext')}${after}`
        const again = putBlock(put, 'new')
        expect(putBlock(again, 'new')).toBe(again)
        expect(again).toContain(after)
        expect(takeBlock(again) ?? '').toBe(`${found ?? ''}${after}`)
      }),
    )
  })

  it('speaks the line endings of the file', () => {
    expect(putBlock('# A\r\n', 'x\ny')).not.toMatch(/[^\r]\n/)
  })

  it('is not mistaken for text that merely begins one', () => {
    const found = '<!-- git-ralph:skill begin new (git ralph skill --uninstall) -->\nno end\n'
    expect(hasBlock(found)).toBe(false)
    expect(takeBlock(putBlock(found, 'x'))).toBe(found)
  })
})
