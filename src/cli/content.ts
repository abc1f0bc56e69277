/** The content of a memory: the words typed, a file, or standard input. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Env } from '../env.js'
import { explainInput, RalphError } from '../errors.js'
import { decodeText } from '../memory/text.js'

export async function readContent(
  env: Env,
  words: readonly string[],
  file: string | undefined,
): Promise<string> {
  if (file !== undefined && words.length > 0) {
    throw new RalphError('bad-usage', 'the content is given twice: as words and with --file')
  }
  if (file === '-' || (words.length === 1 && words[0] === '-'))
    return decodeText(await env.stdin.read(), 'standard input')
  if (file === undefined) return words.join(' ')
  try {
    return decodeText(readFileSync(resolve(env.cwd, file)), `'${file}'`)
  } catch (error) {
    throw explainInput(error, file)
  }
}
