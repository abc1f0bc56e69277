/**
 * What a command is. One spec feeds the parser, yargs (help and messages), shell completion and the man pages,
 * so that none of them can say something the others do not know.
 */
import type { Env } from '../env.js'

export interface Option {
  /** `strings` may be repeated; of the others the last one given counts. */
  type: 'string' | 'boolean' | 'number' | 'strings'
  /** One letter. */
  alias?: string
  describe: string
  /** What stands for the value in help: `--tags <TAGS>`. */
  placeholder?: string
  choices?: readonly string[]
  default?: string | number
  /** Understood, but neither shown in help nor completed. */
  hidden?: true
}

export interface Positional {
  name: string
  describe: string
  required?: true
  /** Takes all that is left; only the last one may. */
  variadic?: true
}

export type Options = Readonly<Record<string, Option>>
export type Positionals = readonly Positional[]

export interface CommandSpec {
  /** As typed after `git ralph`: `recall`, `memory add`. */
  name: string
  summary: string
  /** A paragraph for the help and the man page, when the summary is not enough. */
  description?: string
  positionals: Positionals
  options: Options
  examples?: readonly Example[]
}

export interface Example {
  /** What to type after `git ralph` (or `ralph`, for `memory …`). */
  line: string
  describe: string
}

export interface Command extends CommandSpec {
  /** Answers with the exit code; nothing means done. */
  run(env: Env, args: ParsedArgs): Promise<number | void>
}

type Value = string | number | boolean | string[] | undefined

/** By the names in the spec: options and positionals together. */
export type ParsedArgs = Record<string, Value>

type OptionValue<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O['type'] extends 'strings'
    ? string[]
    : O['type'] extends 'number'
      ? number
      : O extends { choices: readonly (infer Choice)[] }
        ? Choice
        : string

type Given<O extends Option> = O extends { default: string | number } | { type: 'boolean' | 'strings' }
  ? OptionValue<O>
  : OptionValue<O> | undefined

type PositionalValue<P extends Positional> = P extends { variadic: true }
  ? string[]
  : P extends { required: true }
    ? string
    : string | undefined

export type Args<O extends Options, P extends Positionals> = { [Name in keyof O]: Given<O[Name]> } & {
  [One in P[number] as One['name']]: PositionalValue<One>
}

interface TypedCommand<O extends Options, P extends Positionals> extends CommandSpec {
  positionals: P
  options: O
  run(env: Env, args: Args<O, P>): Promise<number | void>
}

/** Gives `run` the types that the spec promises. */
export function defineCommand<const O extends Options, const P extends Positionals>(
  command: TypedCommand<O, P>,
): Command {
  return command
}

/** Understood by every command; `main.ts` acts on them, so that commands never see them. */
export const COMMON_OPTIONS = {
  'no-color': { type: 'boolean', describe: 'never use colours' },
} as const satisfies Options

/** How the command is typed: `ralph memory add` is a contract of its own, all others are git's. */
export function fullName(command: Pick<CommandSpec, 'name'>): string {
  return `${programOf(command)} ${command.name}`
}

export function programOf(command: Pick<CommandSpec, 'name'>): string {
  return command.name.startsWith('memory ') ? 'ralph' : 'git ralph'
}
