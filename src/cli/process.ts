/** A command run as the process. */
import { processEnv } from '../process-env.js'
import type { Command } from './command.js'
import { runCommand } from './main.js'

/**
 * Never returns: the process ends with the command's exit code. SIGINT keeps its default action (shells say 130): a
 * handler could not run while standard input is read, and a shell script ends with us only when the signal ended us.
 */
export async function runAsProcess(command: Command, argv: readonly string[]): Promise<never> {
  process.exit(await runCommand(command, argv, processEnv()))
}
