/** Another command of the catalogue, run inside this process: what it prints is answered instead of shown. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Env, Sink } from '../env.js'
import { RalphError } from '../errors.js'
import type { Command } from './command.js'
import { parse } from './parse.js'

export async function runCaptured(env: Env, name: string, words: readonly string[]): Promise<string> {
  const command = loadCommand(name)
  const { args, problem } = parse(command, words)
  if (!args) throw new RalphError('bad-usage', problem ?? `these are not the arguments of '${name}'`)
  const { 'no-color': _, ...given } = args
  let printed = ''
  const stdout: Sink = { isTTY: false, write: (text) => (printed += text) }
  const captured: Env = {
    ...env,
    stdin: { isTTY: false, read: async () => Buffer.alloc(0) },
    stdout,
    stderr: { isTTY: false, write: () => {} },
  }
  try {
    await command.run(captured, given)
  } catch (error) {
    throw asOurs(error)
  }
  return printed
}

/** Bundles lie beside each other, each with an error class of its own. */
function asOurs(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'RalphError') return error
  const { code, message, hint, data } = error as RalphError
  return new RalphError(code, message, { data, cause: error, ...(hint !== undefined && { hint }) })
}

/** By Node's own means: bin/git-ralph.cjs would keep compiled code of what a long run has used, and the command alone needs less. */
function loadCommand(name: string): Command {
  const file = join(import.meta.dirname, `${name.replaceAll(' ', '.')}.cjs`)
  if (!existsSync(file)) throw new RalphError('internal', `the command '${name}' is not built`)
  return (createRequire(file)(file) as { command: Command }).command
}
