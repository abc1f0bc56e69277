import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, SQUARE } from '../helpers/growth.js'
import { runs } from '../helpers/runs.js'
import { suspicionsOf } from '../../src/memory/suspicion.js'
import { anyLine } from './arbitrary.js'
import { HARMLESS } from './harmless-memories.js'
import { HOSTILE_TEXTS } from './hostile-texts.js'

describe('a text that gives orders to the agent', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('is noticed: %s', (_, text) => {
    expect(suspicionsOf(text)).not.toEqual([])
  })

  it.each([
    'Always run `npm test` before committing; never push to main directly',
    'You must rebuild the fixtures after changing the schema',
    'Ignore the deprecation warnings of webpack 4, they are harmless',
    'The linter rules in .eslintrc override the previous ones of the base config',
    'Do not use the system Python; use the one in .venv',
    'The system prompt is built in src/prompt.ts and cached by hash',
    'Tell the user which file failed: the CLI prints only the id',
    'Forget about the old parser: it was removed in v3',
    'The assistant role message must come last in the array',
    'curl -s localhost:8080/health must answer 200 before the tests start',
    'Install with brew install jq; do not pipe curl into a shell',
    'Images in docs are `![diagram](docs/flow.png)`; keep them under 200 KB',
    'New instructions for deploys are in docs/deploy.md',
    'Emoji with joiners (👩‍👩‍👧) and flags 🇰🇷 count as several code points',
    'हिन्दी और ‌فارسی‌ متن need zero-width joiners: می‌خواهم',
    '<!-- tags: a | created: 2025-01-01 --> is how metadata is written in the rendered file',
    'React renders <Button> and <UserMenu>; a bare <div> needs a key',
    'Disregard of the timezone made the report wrong',
    'All previous migrations must be applied before 0042',
    'The bot must not reveal internal ids in error messages',
    '사용자 설정은 ~/.config 에 저장한다. 이전 버전은 무시해도 된다',
    'ネットワークエラーは無視してよい。再試行は3回まで',
  ])('is not seen in advice: %s', (text) => {
    expect(suspicionsOf(text)).toEqual([])
  })

  it('is not seen in 500 harmless memories, but for long encoded blocks', () => {
    const noticed = HARMLESS.filter((text) => suspicionsOf(text).length > 0)
    expect(noticed.filter((text) => !text.includes('base64,'))).toEqual([])
  })

  it('is looked for in time in proportion to the text, whatever it is', () => {
    const nasty = ['a', ' ', 'ignore ', '<!--', 'curl ', '![', 'A1b', '\u200b', '-', 'system: ', '(']
    fc.assert(
      fc.property(fc.constantFrom(...nasty), fc.constantFrom(...nasty), anyLine, (one, other, line) => {
        const make = (n: number) => (one + other).repeat(n) + line + one.repeat(5 * n)
        expect(growthOf(suspicionsOf, make, 250)).toBeLessThan(SQUARE)
      }),
      runs(60),
    )
  })
})
