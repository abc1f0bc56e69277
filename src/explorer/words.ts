/** From the parameters of a request to the words of a command line. Pure. */
import type { ParamKind, Route } from './api.js'
import { Refused } from './refusal.js'

/** Words of a command that are no flags, by route: a value of theirs is a word after `--`, and never a flag. */
const WORDS: Record<string, readonly string[]> = {
  recall: ['query'],
  show: ['id'],
  blame: ['id'],
  log: ['id'],
  diff: ['range'],
  resolve: ['id'],
  'know/show': ['article'],
  'journal/show': ['what'],
  'sessions/show': ['session'],
  'loop/status': ['loop'],
  'loop/log': ['loop'],
  remember: ['content'],
  edit: ['id'],
  forget: ['ids'],
  restore: ['id'],
  revert: ['commits'],
  link: ['from', 'to'],
  merge: ['line'],
  land: ['branch'],
  rescue: ['line', 'ids'],
  review: ['action', 'ids'],
  'inbox/approve': ['proposals'],
  'inbox/edit': ['proposal'],
  'inbox/dismiss': ['proposals'],
  'inbox/reopen': ['proposals'],
  'know/add': ['content'],
  'know/edit': ['article'],
  'know/forget': ['articles'],
}

export type Given = Readonly<Record<string, unknown>>

const MOST_VALUES = 1000

export function wordsFor(path: string, route: Route, given: Given): string[] {
  const flags: string[] = []
  const words: string[] = []
  const own = WORDS[path] ?? []
  for (const name of Object.keys(given))
    if (!Object.hasOwn(route.params, name)) throw bad(`'${name}' is no parameter of '${path}'`)
  for (const [name, kind] of Object.entries(route.params)) {
    if (own.includes(name)) continue
    for (const value of valuesOf(name, kind, given[name]))
      flags.push(kind === 'flag' ? `--${name}` : `--${name}=${value}`)
  }
  let missing: string | undefined
  for (const name of own) {
    const values = valuesOf(name, route.params[name]!, given[name])
    if (values.length > 0 && missing !== undefined) throw bad(`'${name}' needs '${missing}' too`)
    if (values.length === 0) missing ??= name
    words.push(...values)
  }
  if (route.oneOf && !route.oneOf.some((name) => given[name] !== undefined && given[name] !== false))
    throw bad(`one of ${route.oneOf.join(', ')} is needed`)
  // A lone dash would mean standard input.
  if (words.includes('-') || flags.some((flag) => flag.endsWith('=-'))) throw bad('a dash alone says nothing')
  return [...flags, '--format=json', '--', ...words]
}

function valuesOf(name: string, kind: ParamKind, value: unknown): string[] {
  if (value === undefined || value === null) return []
  const values = Array.isArray(value) ? (value as unknown[]) : [value]
  if (kind !== 'list' && values.length > 1) throw bad(`'${name}' is given more than once`)
  if (values.length > MOST_VALUES) throw bad(`'${name}' has more than ${MOST_VALUES} values`)
  return values.flatMap((one) => valueOf(name, kind, one))
}

function valueOf(name: string, kind: ParamKind, value: unknown): string[] {
  if (kind === 'flag') {
    if (value === true || value === 'true' || value === '') return ['']
    if (value === false || value === 'false') return []
    throw bad(`'${name}' is true or false`)
  }
  if (kind === 'number') {
    const text = String(value)
    if ((typeof value === 'number' || typeof value === 'string') && /^\d{1,9}$/.test(text)) return [text]
    throw bad(`'${name}' is a whole number of 0 or more`)
  }
  if (typeof value !== 'string') throw bad(`'${name}' is a text`)
  if (value.includes('\0')) throw bad(`'${name}' has a character that no text has`)
  return kind === 'list' && value === '' ? [] : [value]
}

const bad = (message: string): Refused => new Refused(400, 'bad-usage', message)
