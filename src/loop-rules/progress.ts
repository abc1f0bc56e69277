/**
 * Whether a loop gets on, judged without a model: by what the criteria say and by the state of the work tree. Pure.
 *
 * An iteration is
 * 1. `better` when fewer criteria fail than ever before, or as few with fewer failures counted;
 * 2. `repeating` when the agent said the same as last time, word for word;
 * 3. `unchanged` when the work tree is as it was before it;
 * 4. `oscillating` when the work tree is as it was before or after an earlier one;
 * 5. `stuck` when the criteria fail with the same output as before, numbers aside;
 * 6. `moving` otherwise: something is new, though nothing is better yet.
 * Of 2 to 5, `noProgress` in a row end the loop. Moving may go on for twice as long.
 */
import type { CriterionResult } from './criterion.js'
import type { IterationRecord } from './state.js'

export type Verdict = 'better' | 'moving' | 'repeating' | 'unchanged' | 'oscillating' | 'stuck'

export const VERDICT_WORDS: Record<Verdict, string> = {
  better: 'progress',
  moving: 'something new, nothing better yet',
  repeating: 'the agent said the same again',
  unchanged: 'no file was changed',
  oscillating: 'the files are as they were before',
  stuck: 'the same failure as before',
}

type Judged = Pick<IterationRecord, 'results' | 'treeBefore' | 'tree' | 'agent'>

export interface Before {
  /** What the criteria said before the first of `earlier`. */
  first: readonly CriterionResult[]
  /** The iterations that count, oldest first. */
  earlier: readonly Judged[]
}

export function judge(now: Judged, { first, earlier }: Before): Verdict {
  const checks = [first, ...earlier.map(({ results }) => results)].filter((results) => results.length > 0)
  if (checks.length > 0 && checks.every((results) => isBetter(now.results, results))) return 'better'
  const last = earlier.at(-1)
  if (last && last.agent.fingerprint === now.agent.fingerprint && now.agent.bytes > 0) return 'repeating'
  if (now.tree === now.treeBefore) return 'unchanged'
  if (earlier.some(({ treeBefore, tree }) => treeBefore === now.tree || tree === now.tree))
    return 'oscillating'
  const failure = failureOf(now.results)
  return checks.some((results) => failureOf(results) === failure) ? 'stuck' : 'moving'
}

function isBetter(now: readonly CriterionResult[], then: readonly CriterionResult[]): boolean {
  const [fewer, more] = [failingOf(now).length, failingOf(then).length]
  return fewer < more || (fewer === more && total(now) < total(then))
}

const failingOf = (results: readonly CriterionResult[]): CriterionResult[] =>
  results.filter(({ passed }) => !passed)

const total = (results: readonly CriterionResult[]): number =>
  failingOf(results).reduce((sum, { failing = 0 }) => sum + failing, 0)

const failureOf = (results: readonly CriterionResult[]): string =>
  failingOf(results)
    .map(({ name, fingerprint = '' }) => `${name} ${fingerprint}`)
    .join('\n')

/** Why the loop should end, or undefined while there is hope. `verdicts` are those since it began to be judged, oldest first. */
export function findStall(verdicts: readonly Verdict[], noProgress: number): string | undefined {
  const sinceBetter = verdicts.length - 1 - verdicts.lastIndexOf('better')
  const recent = verdicts.slice(verdicts.length - sinceBetter)
  const stalled = recent.length - 1 - recent.lastIndexOf('moving')
  if (stalled >= noProgress) return `no progress in ${counted(stalled)}: ${VERDICT_WORDS[recent.at(-1)!]}`
  if (sinceBetter >= 2 * noProgress) return `nothing got better in ${counted(sinceBetter)}`
  return undefined
}

const counted = (n: number): string => (n === 1 ? 'one iteration' : `${n} iterations`)
