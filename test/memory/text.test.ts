import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RalphError } from '../../src/errors.js'
import {
  checkBody,
  cleanBody,
  decodeText,
  MAX_BODY_BYTES,
  MAX_TAGS,
  normaliseTags,
  normaliseText,
  parseTags,
  renderTime,
} from '../../src/memory/text.js'
import { anyLine } from './arbitrary.js'

const anyText = fc.array(anyLine, { maxLength: 5 }).map((lines) => lines.join('\n'))

function codeOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof RalphError ? error.code : String(error)
  }
}

describe('the text of a memory', () => {
  it('is stored with LF, without blank lines around it, but with its indentation', () => {
    expect(cleanBody('\r\n \n  indented\r\nnext\r\n\n')).toBe('  indented\nnext')
  })

  it('loses characters that would show something else than what is told', () => {
    expect(cleanBody('a\u202eb\u0000c\u001b[31md\tё')).toBe('abc[31md\tё')
  })

  it('is clean once cleaned', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanBody(cleanBody(text))).toBe(cleanBody(text))
      }),
    )
  })

  it('may not be empty, nor larger than a memory may be', () => {
    expect(codeOf(() => checkBody(' \n\u200f'.replace('\u200f', '')))).toBe('bad-content')
    expect(checkBody('é'.repeat(MAX_BODY_BYTES / 2))).toHaveLength(MAX_BODY_BYTES / 2)
    expect(codeOf(() => checkBody('é'.repeat(MAX_BODY_BYTES / 2 + 1)))).toBe('bad-content')
  })

  it('is refused rather than mangled when it is binary or not UTF-8', () => {
    expect(decodeText(Buffer.from('grün'), 'x')).toBe('grün')
    expect(codeOf(() => decodeText(Uint8Array.of(65, 0, 66), 'x'))).toBe('bad-content')
    expect(codeOf(() => decodeText(Uint8Array.of(0xff, 0xfe, 65), 'x'))).toBe('bad-content')
  })
})

describe('tags', () => {
  it('are trimmed, lower case and unique, in the order given', () => {
    expect(parseTags('Docker, database ,docker,,')).toEqual(['docker', 'database'])
    expect(parseTags(['b,a', 'B'])).toEqual(['b', 'a'])
  })

  it('cannot end the comment they are rendered in', () => {
    for (const tag of normaliseTags(['a -->', '<!-- b', 'c | created: x', 'd\n---']))
      expect(tag).not.toMatch(/--|[<>|\n]/)
  })

  it('are no more than a memory may have', () => {
    expect(normaliseTags(Array.from({ length: 100 }, (_, n) => `t${n}`))).toHaveLength(MAX_TAGS)
  })

  it('are normal once normalised', () => {
    fc.assert(
      fc.property(fc.array(anyLine), (tags) => {
        expect(normaliseTags(normaliseTags(tags))).toEqual(normaliseTags(tags))
      }),
    )
  })
})

describe('saying the same', () => {
  it('does not depend on case, white space or a full stop', () => {
    for (const text of ['use PNPM', ' Use  pnpm. ', 'use\npnpm!', 'Use pnpm。'])
      expect(normaliseText(text)).toBe(normaliseText('Use pnpm'))
  })

  it('depends on everything else', () => {
    for (const text of ['use npm', 'use pnpm?', 'use, pnpm', 'usepnpm'])
      expect(normaliseText(text)).not.toBe(normaliseText('use pnpm'))
    expect(normaliseText('!')).not.toBe(normaliseText('.'))
  })

  it('is an equivalence: what is normalised says the same as before', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normaliseText(normaliseText(text))).toBe(normaliseText(text))
      }),
    )
  })
})

it('times are stored in UTC and whole seconds', () => {
  expect(renderTime(new Date('2025-01-21T11:00:00.999+01:00'))).toBe('2025-01-21T10:00:00Z')
})
