/** A memory with what is asked for seldom: the code it is anchored in, and its earlier versions. */
import type { Env } from '../env.js'
import type { Memory } from '../memory/memory.js'
import type { AnchorWithCode } from '../verbs/code-around.js'
import type { LogEntry } from '../verbs/log.js'
import { paintFor } from './colour.js'
import { renderJson } from './json.js'
import { entryJson, renderEntry } from './log.js'
import { type ListFormat, memoryJson, printMemory } from './output.js'
import { anchorJson, renderCode } from './stale.js'

export interface Details {
  code?: AnchorWithCode[] | undefined
  history?: LogEntry[] | undefined
}

export function printDetails(
  env: Env,
  format: ListFormat,
  memory: Memory,
  told: Parameters<typeof printMemory>[3] & object,
  { code, history }: Details,
): void {
  if (format === 'json') {
    const anchors = code?.map((one) => ({ ...anchorJson(one), ...(one.code && { code: one.code }) }))
    return env.stdout.write(
      renderJson('memory', {
        memory: { ...memoryJson(memory), ...told },
        ...(history && { history: history.map(entryJson) }),
        ...(anchors && { anchors }),
      }),
    )
  }
  printMemory(env, format, memory, told)
  const paint = paintFor(env.stdout, env.vars)
  if (code) env.stdout.write(`\n${code.map((one) => renderCode(one, paint)).join('\n')}`)
  if (history) env.stdout.write(`\n${history.map((entry) => renderEntry(entry, true, paint)).join('\n')}`)
}
