/** WHAT success is: criteria that are checked by a command, or by what the agent says. Pure. */
import { RalphError } from '../errors.js'

export const CRITERION_TYPES = [
  'test_pass',
  'build_success',
  'lint_clean',
  'type_check',
  'custom',
  'marker',
] as const
export type CriterionType = (typeof CRITERION_TYPES)[number]

export interface Criterion {
  /** Its type; `custom-2` for the second of several. */
  name: string
  type: CriterionType
  /** A command line for a shell; a marker has none. */
  command?: string
  marker?: string
  expectedExitCode: number
  timeoutMs: number
  /** Where it comes from: `--criteria, package.json`. */
  from: string
}

export interface CriterionResult {
  name: string
  passed: boolean
  exitCode?: number
  timedOut?: boolean
  /** How many tests, problems or errors, where the output tells it. */
  failing?: number
  durationMs: number
  /** Of what a failing command said, without numbers: the same failure has the same one. */
  fingerprint?: string
}

export const DEFAULT_MARKER = '[RALPH_SUCCESS]'

export function isCriterionType(text: unknown): text is CriterionType {
  return CRITERION_TYPES.includes(text as CriterionType)
}

export function checkType(text: unknown, where: string): CriterionType {
  if (isCriterionType(text)) return text
  throw new RalphError('bad-usage', `'${String(text)}' is no success criterion (${where})`, {
    hint: `criteria are ${CRITERION_TYPES.join(', ')}`,
  })
}

/** What people are told of a criterion: its type, and for one of their own the command. */
export function labelOf({ name, type, command }: Criterion): string {
  return type === 'custom' && command !== undefined ? command : name
}

/** `3 failing`, `exit code 2`, `timed out`, `passed`. */
export function describeResult(result: CriterionResult): string {
  if (result.passed) return 'passed'
  if (result.timedOut) return 'timed out'
  if (result.failing !== undefined && result.failing > 0) return `${result.failing} failing`
  return result.exitCode === undefined ? 'not there' : `exit code ${result.exitCode}`
}

/** A line of its own in what the agent said: a prompt that is printed again has it inside a sentence. */
export function saysMarker(text: string, marker: string): boolean {
  return text.split(/\r?\n/).some((line) => line.trim().replace(/^[*`_]+|[*`_]+$/g, '') === marker)
}

/** Gives each a name of its own. */
export function nameAll(criteria: readonly Omit<Criterion, 'name'>[]): Criterion[] {
  const used = new Map<string, number>()
  return criteria.map((criterion) => {
    const count = (used.get(criterion.type) ?? 0) + 1
    used.set(criterion.type, count)
    return { name: count === 1 ? criterion.type : `${criterion.type}-${count}`, ...criterion }
  })
}
