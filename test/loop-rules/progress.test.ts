import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CriterionResult } from '../../src/loop-rules/criterion.js'
import { findStall, judge, type Verdict } from '../../src/loop-rules/progress.js'

const result = (name: string, failing: number, said = 'x'): CriterionResult => ({
  name,
  passed: failing === 0,
  ...(failing > 0 && { failing, fingerprint: said }),
  durationMs: 1,
})
let words = 0
const after = (trees: string, results: CriterionResult[], said = String(++words)) => ({
  treeBefore: trees[0]!,
  tree: trees[1]!,
  results,
  agent: { exitCode: 0, timedOut: false, bytes: 1, fingerprint: said },
})

describe('an iteration is', () => {
  const first = [result('test', 3)]

  it('better with fewer failures, or fewer failing criteria', () => {
    expect(judge(after('ab', [result('test', 2)]), { first, earlier: [] })).toBe('better')
    const two = [result('test', 1), result('lint', 9)]
    expect(judge(after('ab', [result('test', 0), result('lint', 30)]), { first: two, earlier: [] })).toBe(
      'better',
    )
  })

  it('not better when it only wins back what was lost', () => {
    const earlier = [after('ab', [result('test', 1)]), after('bc', [result('test', 4)])]
    expect(judge(after('cd', [result('test', 2)]), { first, earlier })).not.toBe('better')
  })

  it('unchanged when no file was', () => {
    expect(judge(after('aa', [result('test', 3, 'y')]), { first, earlier: [] })).toBe('unchanged')
  })

  it('oscillating when the files are as they were two iterations ago', () => {
    const earlier = [after('ab', [result('test', 3, 'y')]), after('bc', [result('test', 3, 'z')])]
    expect(judge(after('cb', [result('test', 3, 'w')]), { first, earlier })).toBe('oscillating')
  })

  it('repeating when the agent says the same again', () => {
    const earlier = [after('ab', [result('test', 3, 'y')], 'same')]
    expect(judge(after('bc', [result('test', 3, 'z')], 'same'), { first, earlier })).toBe('repeating')
  })

  it('stuck with the same failure, moving with a new one', () => {
    expect(judge(after('ab', [result('test', 3)]), { first, earlier: [] })).toBe('stuck')
    expect(judge(after('ab', [result('test', 3, 'another')]), { first, earlier: [] })).toBe('moving')
  })
})

describe('a loop', () => {
  it('ends after as many iterations without progress as were allowed', () => {
    expect(findStall(['better', 'stuck', 'unchanged'], 3)).toBeUndefined()
    expect(findStall(['better', 'stuck', 'unchanged', 'oscillating'], 3)).toBe(
      'no progress in 3 iterations: the files are as they were before',
    )
    expect(findStall(['stuck'], 1)).toBe('no progress in one iteration: the same failure as before')
  })

  it('may move for twice as long', () => {
    expect(findStall(['moving', 'stuck', 'moving', 'moving', 'stuck'], 3)).toBeUndefined()
    expect(findStall(['moving', 'stuck', 'moving', 'moving', 'stuck', 'moving'], 3)).toBe(
      'nothing got better in 6 iterations',
    )
  })

  it('never goes on for twice the limit without something better, and never ends with something better', () => {
    const verdict = fc.constantFrom<Verdict>(
      'better',
      'moving',
      'repeating',
      'unchanged',
      'oscillating',
      'stuck',
    )
    fc.assert(
      fc.property(
        fc.array(verdict, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        (verdicts, most) => {
          const since = verdicts.length - 1 - verdicts.lastIndexOf('better')
          const stall = findStall(verdicts, most)
          if (since >= 2 * most) expect(stall).toBeDefined()
          if (since < most) expect(stall).toBeUndefined()
        },
      ),
    )
  })
})
