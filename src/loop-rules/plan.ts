/** From what was typed, what `ralph.yml` says and which files a project has to the criteria of a loop. Pure. */
import { RalphError } from '../errors.js'
import { cleanBody } from '../memory/text.js'
import { checkType, type Criterion, type CriterionType, DEFAULT_MARKER, nameAll } from './criterion.js'
import { type DetectableType, detectCommand, PROJECT_FILES, type ProjectFiles } from './detect.js'
import { parseDuration } from './duration.js'

export interface Wished {
  /** `--criteria`: types. */
  types: readonly string[]
  /** `--command`: command lines for `custom`. */
  commands: readonly string[]
  marker?: string
  /** `ralph.success_criteria` of `ralph.yml`. */
  yml: unknown
  timeoutMs: number
}

const MOST_CRITERIA = 20
const LONGEST_COMMAND = 4_000

/** Flags count instead of `ralph.yml`, not beside it. With neither, the project's tests. */
export function planCriteria(wished: Wished, files: ProjectFiles): Criterion[] {
  const typed = wished.types.length > 0 || wished.commands.length > 0
  const criteria = typed
    ? criteriaTyped(wished, files)
    : wished.yml !== undefined && wished.yml !== null
      ? criteriaOfYml(wished, files)
      : [findCriterion('test_pass', 'detected', wished, files)]
  if (criteria.length > MOST_CRITERIA)
    throw new RalphError(
      'bad-usage',
      `there are ${criteria.length} success criteria, more than ${MOST_CRITERIA}`,
    )
  return nameAll(criteria)
}

type Unnamed = Omit<Criterion, 'name'>

function criteriaTyped(wished: Wished, files: ProjectFiles): Unnamed[] {
  const types = wished.types.map((type) => checkType(type, '--criteria'))
  if (types.includes('custom') && wished.commands.length === 0)
    throw new RalphError('bad-usage', "the criterion 'custom' needs a command", {
      hint: "--criteria custom --command 'npm run lint'",
    })
  const found = types
    .filter((type) => type !== 'custom')
    .map((type) => findCriterion(type, '--criteria', wished, files))
  return [...found, ...wished.commands.map((command) => custom(command, '--command', wished))]
}

function findCriterion(type: CriterionType, from: string, wished: Wished, files: ProjectFiles): Unnamed {
  const { timeoutMs } = wished
  if (type === 'marker')
    return { type, marker: wished.marker ?? DEFAULT_MARKER, expectedExitCode: 0, timeoutMs, from }
  const found = detectCommand(type as DetectableType, files)
  if (found)
    return { type, command: found.command, expectedExitCode: 0, timeoutMs, from: `${from}, ${found.from}` }
  throw new RalphError('bad-usage', `cannot tell how '${type}' is checked here`, {
    hint: `name a command: --command 'npm test'; looked at ${PROJECT_FILES.filter((name) => /^(package|pyproject|Cargo|go|Make)/.test(name)).join(', ')}`,
  })
}

function custom(command: string, from: string, { timeoutMs }: Wished): Unnamed {
  const clean = command.trim()
  if (clean === '' || clean.length > LONGEST_COMMAND)
    throw new RalphError('bad-usage', `the command of a criterion is empty or too long (${from})`)
  // It is shown before it is agreed to, and has to look like what it is.
  if (cleanBody(clean) !== clean)
    throw new RalphError('bad-usage', `the command of a criterion holds unseen characters (${from})`)
  return { type: 'custom', command: clean, expectedExitCode: 0, timeoutMs, from }
}

function criteriaOfYml(wished: Wished, files: ProjectFiles): Unnamed[] {
  const where = 'ralph.yml ralph.success_criteria'
  if (!Array.isArray(wished.yml) || wished.yml.length === 0)
    throw new RalphError('bad-settings', `${where} is no list of criteria`, {
      hint: 'as: success_criteria: [{ type: test_pass }]',
    })
  return wished.yml.map((item: unknown) => {
    const fields =
      typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : { type: item }
    const type = checkType(fields['type'], where)
    const command = fields['command']
    const marker = fields['marker']
    if (type === 'custom' && typeof command !== 'string')
      throw new RalphError('bad-settings', `a criterion of type custom has no command (${where})`)
    const base =
      typeof command === 'string' && type !== 'marker'
        ? { ...custom(command, where, wished), type }
        : findCriterion(type, where, { ...wished, ...(typeof marker === 'string' && { marker }) }, files)
    return { ...base, ...exitCodeOf(fields, where), ...timeoutOf(fields, where) }
  })
}

function exitCodeOf({ expected_exit_code: code }: Record<string, unknown>, where: string) {
  if (code === undefined) return {}
  if (typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 255)
    return { expectedExitCode: code }
  throw new RalphError(
    'bad-settings',
    `expected_exit_code is ${JSON.stringify(code)}, not a number from 0 to 255 (${where})`,
  )
}

function timeoutOf({ timeout }: Record<string, unknown>, where: string) {
  return timeout === undefined
    ? {}
    : { timeoutMs: parseDuration(JSON.stringify(timeout).replaceAll('"', ''), `timeout of ${where}`) }
}

/** Commands that came with the repository: they run only after somebody agreed to them. */
export function foreignCommands(criteria: readonly Criterion[]): string[] {
  return criteria.flatMap(({ from, command }) =>
    from === 'ralph.yml ralph.success_criteria' && command ? [command] : [],
  )
}
