/** Questions on the terminal, answered by a line each. */
import type { Env } from '../env.js'

/** Undefined once the input has ended. */
export type Ask = (question: string) => Promise<string | undefined>

/** Loads `readline` when somebody is there to be asked. The terminal keeps its own line editing, so that Ctrl-C ends us. */
export async function withPrompt<T>(env: Env, use: (ask: Ask) => Promise<T>): Promise<T> {
  const { createInterface } = await import('node:readline')
  const reader = createInterface({ input: process.stdin, terminal: false })
  const lines = reader[Symbol.asyncIterator]()
  try {
    return await use(async (question) => {
      env.stderr.write(question)
      const { value, done } = await lines.next()
      return done ? undefined : value
    })
  } finally {
    reader.close()
  }
}
