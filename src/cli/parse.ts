/**
 * Reads a command line by its spec. `util.parseArgs` splits it, since yargs takes ten times as long to load as most
 * commands take to run; yargs is loaded for help and for the message when something is wrong (yargs.ts).
 */
import { parseArgs } from 'node:util'
import { COMMON_OPTIONS, type CommandSpec, type Option, type Options, type ParsedArgs } from './command.js'

export interface Parsed {
  /** Missing when the command line is not right, or asks for help. */
  args?: ParsedArgs
  /** The same command line in one spelling, as yargs gets it: `-tfix` has become `--type=fix`. */
  plain: string[]
  /** What is wrong, where yargs may let it pass: `--all=no`, `--limit=many`, a wrong choice that is overridden. */
  problem?: string
}

export function parse(command: CommandSpec, argv: readonly string[]): Parsed {
  const options: Options = { ...COMMON_OPTIONS, ...command.options }
  const tokens = split(options, argv)
  const values: ParsedArgs = {}
  const words: string[] = []
  const plain: string[] = []
  let right = true
  let problem: string | undefined
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      words.push(token.value)
      continue
    }
    if (ASKS.has(token.rawName)) return { plain: [ASKS.get(token.rawName)!] }
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    plain.push(...respell(token, option))
    const value = option && valueOf(option, token)
    if (option && value !== undefined) keep(values, token.name, option, value)
    else {
      right = false
      problem ??= option && problemWith(option, token)
    }
  }
  // Words come first, or a flag without its value would take one. After `--` yargs would give them no names, so a word
  // that begins with a dash is quoted instead.
  plain.unshift(...words.map((word) => (word.startsWith('-') ? `'${word}'` : word)))
  for (const [name, option] of Object.entries(options)) values[name] ??= absent(option)
  right = placeWords(command, words, values) && right
  return right ? { args: values, plain } : { plain, ...(problem !== undefined && { problem }) }
}

/** Without flags there is nothing to split: loading `parseArgs` takes a millisecond. */
function split(options: Options, argv: readonly string[]) {
  if (!argv.some((word) => word.startsWith('-')))
    return argv.map((value) => ({ kind: 'positional' as const, value }))
  return parseArgs({
    args: [...argv],
    options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, splitting(option)])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  }).tokens
}

/** Answered by yargs, whatever else is on the line. */
const ASKS = new Map([
  ['-h', '--help'],
  ['--help', '--help'],
  ['--version', '--version'],
])

interface OptionToken {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function splitting(option: Option) {
  return {
    type: option.type === 'boolean' ? ('boolean' as const) : ('string' as const),
    multiple: option.type === 'strings',
    ...(option.alias && { short: option.alias }),
  }
}

/** The value that a token gives, or nothing when it is not one that the option takes. */
function valueOf(option: Option, token: OptionToken): string | number | boolean | undefined {
  const text = token.value
  if (option.type === 'boolean') return text === undefined ? true : undefined
  if (text === undefined || isForgotten(token)) return undefined
  if (text === '' && option.type === 'strings') return undefined
  if (option.choices && !option.choices.includes(text)) return undefined
  if (option.type === 'number') return isCount(text) ? Number(text) : undefined
  return text
}

function keep(values: ParsedArgs, name: string, option: Option, value: string | number | boolean): void {
  if (option.type !== 'strings') values[name] = value
  else values[name] = [...((values[name] as string[] | undefined) ?? []), value as string]
}

function problemWith(option: Option, token: OptionToken): string | undefined {
  if (token.value === undefined) return undefined
  const flag = `--${token.name}`
  if (option.type === 'boolean') return `option '${flag}' takes no value`
  if (token.value === '') return `option '${flag}' needs a value`
  if (option.choices) return `'${token.value}' is none of the values of '${flag}'`
  return option.type === 'number'
    ? `option '${flag}' takes a whole number of 0 or more, not '${token.value}'`
    : undefined
}

/** `--tags --format json` lacks a value rather than having the tag `--format`; `--tags=--format` says what is meant. */
function isForgotten(token: OptionToken): boolean {
  const text = token.value ?? ''
  return !token.inlineValue && text.length > 1 && text.startsWith('-') && !isNumber(text)
}

/** Every number we take counts something. */
function isCount(text: string): boolean {
  return /^\d{1,9}$/.test(text)
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text)
}

function respell(token: OptionToken, option: Option | undefined): string[] {
  const name = option ? `--${token.name}` : token.rawName
  if (token.value === undefined) return [name]
  return option && isForgotten(token) ? [name, token.value] : [`${name}=${token.value}`]
}

function absent(option: Option) {
  if (option.type === 'boolean') return false
  return option.type === 'strings' ? [] : option.default
}

/** Gives the words their names; false when there are too few or too many. */
function placeWords(command: CommandSpec, words: string[], values: ParsedArgs): boolean {
  let next = 0
  for (const positional of command.positionals) {
    if (positional.required && next >= words.length) return false
    values[positional.name] = positional.variadic ? words.slice(next) : words[next]
    next = positional.variadic ? Math.max(words.length, next) : next + 1
  }
  return next >= words.length
}
