import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, SQUARE } from '../helpers/growth.js'
import { runs } from '../helpers/runs.js'
import { SECRET_FORMATS } from '../../src/memory/secret-formats.js'
import { findSecrets, mayHoldSecrets, redactSecrets } from '../../src/memory/secrets.js'
import { anyLine } from './arbitrary.js'
import { HARMLESS } from './harmless-memories.js'
import { PLANTED } from './planted-secrets.js'

const around = (secret: string): string =>
  `Deploys need this:\n${secret}\n\nAsk the platform team, they rotate it`
/** The part that must not survive: its last random letters. */
const heart = (secret: string): string =>
  secret
    .match(/[A-Za-z0-9]{12,}/g)!
    .at(-1)!
    .slice(0, 20)

describe('secrets', () => {
  it.each(Object.entries(PLANTED))('are found: %s', (_, secret) => {
    const text = around(secret)
    const [found] = findSecrets(text)
    expect(found).toBeDefined()
    expect(text.slice(found!.start, found!.end)).toContain(heart(secret))
    expect(found!.masked).not.toContain(heart(secret).slice(0, 8))
  })

  it('are found in the middle of a sentence, in quotes, in code, and in JSON', () => {
    const secret = PLANTED['GitHub personal token']!
    for (const text of [
      `use ${secret}.`,
      `'${secret}'`,
      `TOKEN=${secret}`,
      `{"t":"${secret}"}`,
      `\`${secret}\``,
    ]) {
      expect(findSecrets(text)).toHaveLength(1)
    }
  })

  it('are of at least forty kinds', () => {
    expect(Object.keys(PLANTED).length).toBeGreaterThanOrEqual(40)
  })

  it('are not seen in 500 harmless memories', () => {
    expect(new Set(HARMLESS).size).toBeGreaterThan(460)
    expect(HARMLESS.filter((text) => findSecrets(text).length > 0)).toEqual([])
  })

  it('cannot be let through by a comment in the text', () => {
    const secret = PLANTED['GitLab personal token']!
    expect(findSecrets(`<!-- secretlint-disable -->\n// secretlint-disable-line\n${secret}`)).toHaveLength(1)
  })
})

describe('looking for secrets', () => {
  it('takes no time, whatever the text', () => {
    const nasty = [
      'a',
      '-----BEGIN PRIVATE KEY-----',
      ' ',
      'eyJ',
      '.',
      '://',
      '@',
      'ghs_1_',
      '=',
      '\\n',
      'A'.repeat(16),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...nasty), fc.constantFrom(...nasty), anyLine, (one, other, line) => {
        const make = (n: number) => ((one + other).repeat(n) + line + one.repeat(n)).slice(0, 32 * n)
        expect(growthOf(findSecrets, make, 125)).toBeLessThan(SQUARE)
      }),
      runs(60),
    )
  })
})

describe('redacting', () => {
  it.each(Object.entries(PLANTED))('leaves nothing of: %s', (_, secret) => {
    const { text, findings } = redactSecrets(around(secret))
    expect(findings.length).toBeGreaterThan(0)
    expect(text).toContain('[redacted: ')
    expect(text).not.toContain(heart(secret))
    expect(text).toContain('Deploys need this')
    expect(text).toContain('they rotate it')
  })

  it('leaves nothing to find, and the rest of the text as it was', () => {
    const anySecret = fc.constantFrom(...Object.values(PLANTED))
    fc.assert(
      fc.property(fc.array(fc.oneof(anyLine, anySecret), { maxLength: 8 }), (lines) => {
        const { text, findings } = redactSecrets(lines.join('\n'))
        expect(findSecrets(text)).toEqual([])
        if (findings.length === 0) expect(text).toBe(lines.join('\n'))
      }),
    )
  })
})

/** Every pattern that the rules of the package look for, caught while they do. */
function patternsOfRules(): { rule: string; pattern: RegExp }[] {
  const caught: { rule: string; pattern: RegExp }[] = []
  for (const { meta, create } of rules) {
    if (meta.id.endsWith('filter-comments')) continue
    const content = {
      matchAll(pattern: RegExp) {
        caught.push({ rule: meta.id, pattern })
        return []
      },
    }
    const context = { createTranslator: () => () => ({}), report: () => {}, ignore: () => {} }
    void create(context, { enableIDScanRule: true }).file?.({ filePath: '.npmrc', content, ext: '' })
  }
  return caught
}

describe('the hint that decides whether rules are loaded', () => {
  const patterns = [
    ...patternsOfRules(),
    ...SECRET_FORMATS.map(({ rule, format }) => ({ rule, pattern: format })),
  ]
  // What is looked at before and after, and what fast-check cannot make: the hint may not need it.
  const plain = ({ source }: RegExp): RegExp =>
    new RegExp(source.replace(/\(\?<?[!=](?:\\.|[^()\\])*\)|\\b/g, ''))

  it('sees the patterns', () => {
    expect(patterns.length).toBeGreaterThan(45)
  })

  it.each(patterns.map(({ rule, pattern }) => [rule, pattern.source, pattern] as const))(
    'is in whatever %s finds by %s',
    (_rule, source, pattern) => {
      // An account's number, which is no secret; a URL that may come without a password, which is then none.
      if (/ACCOUNT/.test(source)) return
      const withPassword = source.includes('(?<password>') ? /:\/\/[^\s/]+:[^\s/]+@/ : /^/
      fc.assert(
        fc.property(fc.stringMatching(plain(pattern)), (text) => {
          fc.pre(withPassword.test(text))
          expect(mayHoldSecrets(text)).toBe(true)
        }),
        runs(30),
      )
    },
  )
})
