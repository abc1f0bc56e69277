/**
 * Help and messages for one command. The only importer of yargs: loaded when help is asked for or when `parse` did not
 * understand. yargs is given this one command as its default, since it renders the help of all others otherwise.
 */
import yargs from 'yargs'
import { RalphError } from '../errors.js'
import { VERSION } from '../version.js'
import {
  COMMON_OPTIONS,
  fullName,
  programOf,
  type CommandSpec,
  type Options,
  type Positional,
} from './command.js'
import { closest } from './suggest.js'

export interface Answer {
  /** Help or version, when that was asked for. */
  text?: string
  /** What yargs has read; `_` and `$0` left out. */
  values?: Record<string, unknown>
}

/** Throws a `bad-usage` error when the command line is not right. */
export function askYargs(command: CommandSpec, plain: string[], columns = 80): Answer {
  const name = fullName(command)
  const options: Options = { ...command.options, ...COMMON_OPTIONS }
  const shape = yargs([])
    .scriptName(name)
    .parserConfiguration(ONE_SPELLING)
    .command('$0' + command.positionals.map((one) => ` ${bracket(one)}`).join(''), false, (builder) => {
      for (const one of command.positionals) {
        builder.positional(one.name, { type: 'string', describe: one.describe, array: one.variadic ?? false })
      }
      for (const [key, option] of Object.entries(options)) {
        builder.option(key, {
          type: option.type === 'strings' ? 'string' : option.type,
          array: option.type === 'strings',
          describe: option.describe,
          // yargs takes a key that is there but undefined for a value.
          ...(option.alias && { alias: option.alias }),
          ...(option.choices && { choices: option.choices }),
          ...(option.default !== undefined && { default: option.default }),
          hidden: option.hidden ?? false,
          requiresArg: option.type !== 'boolean',
          // Of a repeated option the last one counts.
          ...(option.type !== 'strings' && {
            coerce: (given: unknown) => (Array.isArray(given) ? given.at(-1) : given),
          }),
        })
      }
      return builder
    })
    .usage(`${usageLine(command)}\n\n${command.description ?? command.summary}`)
    .example(
      (command.examples ?? []).map((one): [string, string] => [
        `${programOf(command)} ${one.line}`,
        one.describe,
      ]),
    )
    .strict()
    .help('help')
    .alias('help', 'h')
    .version(VERSION)
    .detectLocale(false)
    .updateStrings(WORDING as Record<string, string>) // its types leave out the plural forms
    .exitProcess(false)
    .showHelpOnFail(false)
    .wrap(Math.min(columns, 100))
    .fail((message: string | null, error?: Error) => {
      const text = message ?? error?.message ?? ''
      throw usageError(command, text.replace(/\s*\n\s*/g, ' ').trim(), plain)
    })
  let answer: Answer = {}
  void shape.parse(plain, (error: Error | undefined, read: Record<string, unknown>, text: string) => {
    if (error) throw error
    const { _: _words, $0: _program, ...values } = read
    answer = text ? { text: `${text}\n` } : { values }
  })
  return answer
}

export function usageLine(command: CommandSpec): string {
  return ['usage:', fullName(command), ...command.positionals.map(bracket), '[options]'].join(' ')
}

function bracket(one: Positional): string {
  const name = one.variadic ? `${one.name}..` : one.name
  return one.required ? `<${name}>` : `[${name}]`
}

const ONE_SPELLING = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'greedy-arrays': false,
  'parse-positional-numbers': false,
  'short-option-groups': false,
  'strip-aliased': true,
}

/** Its messages in git's manner. */
const WORDING: Record<string, unknown> = {
  'Unknown argument: %s': { one: "unknown argument '%s'", other: "unknown arguments '%s'" },
  'Not enough arguments following: %s': "option '--%s' needs a value",
  'Invalid values:': 'invalid value',
  'Argument: %s, Given: %s, Choices: %s': "for '%s': %s is none of %s",
  'Not enough non-option arguments: got %s, need at least %s': {
    one: 'too few arguments: %s given, %s needed',
    other: 'too few arguments: %s given, %s needed',
  },
  'Show help': 'show this help',
  'Show version number': 'show the version',
}

export function usageError(command: CommandSpec, message: string, plain: string[] = []): RalphError {
  const meant = suggestion(command, message, plain)
  return new RalphError('bad-usage', message, {
    hint: meant ? `did you mean '${meant}'?` : `run \`${fullName(command)} -h\` to see how it is used`,
  })
}

/** The flag or choice that was probably meant: for a misspelt flag first, then for a value. */
function suggestion(command: CommandSpec, message: string, plain: string[]): string | undefined {
  const options: Options = { ...command.options, ...COMMON_OPTIONS }
  for (const part of plain) {
    const [flag, value] = splitOnce(part)
    if (!flag.startsWith('--')) continue
    const option = Object.hasOwn(options, flag.slice(2)) ? options[flag.slice(2)] : undefined
    if (!option && message.startsWith('unknown argument'))
      return closest(
        flag,
        Object.keys(options).map((name) => `--${name}`),
      )
    if (option?.choices && value !== undefined && !option.choices.includes(value))
      return closest(value, option.choices)
  }
  return undefined
}

function splitOnce(part: string): [string, string | undefined] {
  const at = part.indexOf('=')
  return at < 0 ? [part, undefined] : [part.slice(0, at), part.slice(at + 1)]
}
