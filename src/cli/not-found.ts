/** The contract of `ralph memory`: `Error: Memory not found: <id>`, exit code 1. */
import type { Env } from '../env.js'
import { EXIT, RalphError } from '../errors.js'

export async function sayNotFound(env: Env, id: string, work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return EXIT.done
  } catch (error) {
    if (!(error instanceof RalphError) || error.code !== 'memory-not-found') throw error
    env.stderr.write(`Error: Memory not found: ${id}\n`)
    return EXIT.failed
  }
}
