/** Runs one command: parse, run, and the one catch of the program, which decides what is printed and the exit code. */
import type { Env } from '../env.js'
import { EXIT, explainFsError, RalphError } from '../errors.js'
import type { Command, ParsedArgs } from './command.js'
import { parse } from './parse.js'
import { printable } from './printable.js'

const REPORT_AT = 'https://github.com/git-ralph/git-ralph/issues'

export async function runCommand(command: Command, argv: readonly string[], env: Env): Promise<number> {
  try {
    const read = await readArgs(command, argv, env.stdout.columns)
    if (typeof read === 'string') {
      env.stdout.write(read)
      return EXIT.done
    }
    const { 'no-color': plain, ...args } = read
    const vars = plain ? { ...env.vars, NO_COLOR: '1' } : env.vars
    return (await command.run({ ...env, vars }, args)) ?? EXIT.done
  } catch (error) {
    return report(error, env)
  }
}

/** The arguments, or the text that answers `--help` and `--version`. */
async function readArgs(
  command: Command,
  argv: readonly string[],
  columns?: number,
): Promise<ParsedArgs | string> {
  const { args, plain, problem } = parse(command, argv)
  if (args) return args
  const { askYargs, usageError } = await import('./yargs.js')
  const { text } = askYargs(command, plain, columns)
  if (text !== undefined) return text
  throw usageError(command, problem ?? 'cannot make sense of the arguments')
}

/** Errors are text on standard error whatever the output format, so that standard output is a result or empty. */
export function report(thrown: unknown, env: Env): number {
  if ((thrown as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.done
  // A disk that fails in a place where nobody expected it is no bug of ours.
  const error = explainFsError(thrown, (thrown as NodeJS.ErrnoException).path ? 'using' : 'working')
  if (error instanceof RalphError) {
    env.stderr.write(printable(`error: ${error.message}\n${error.hint ? `hint: ${error.hint}\n` : ''}`))
    if (env.vars['RALPH_DEBUG']) env.stderr.write(`${stackOf(error)}\n`)
    return error.exitCode
  }
  const message = error instanceof Error ? error.message : String(error)
  env.stderr.write(printable(`error: internal: ${message}\n`))
  env.stderr.write(
    env.vars['RALPH_DEBUG']
      ? `${stackOf(error)}\n`
      : `hint: this is a bug in git-ralph; run it again with RALPH_DEBUG=1 and report what it prints at ${REPORT_AT}\n`,
  )
  return EXIT.bug
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
