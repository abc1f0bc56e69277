/** What a tool is: a verb with schemas for what goes in and comes out, and the words in which a model reads the answer. */
import type { Env } from '../env.js'
import type { ArgumentsOf, ObjectSchema } from './schema.js'

export interface Answer {
  /** As the output schema says: the same shapes as --format json. */
  structured?: Record<string, unknown>
  /** The same for a model to read. */
  text: string
}

export interface Tool {
  name: string
  title: string
  /** When to use it, for a model: below 2 KB, as clients cut longer ones. */
  description: string
  input: ObjectSchema
  /** None where a program reads the answer: the text is for it then, as it is. */
  output?: ObjectSchema
  /** What it does to the memory. */
  effect: 'reads' | 'adds' | 'changes'
  /** Whether it takes turns with others. @default those that do not only read do */
  queues?: false
  /** Whether a second call with the same arguments changes nothing more. @default true */
  repeatable?: false
  run(env: Env, args: Record<string, unknown>): Promise<Answer>
}

interface TypedTool<S extends ObjectSchema> extends Omit<Tool, 'run'> {
  input: S
  run(env: Env, args: ArgumentsOf<S>): Promise<Answer>
}

/** Gives `run` the types that the schema promises. */
export function defineTool<const S extends ObjectSchema>(tool: TypedTool<S>): Tool {
  return tool
}
