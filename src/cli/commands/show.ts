import type { Env } from '../../env.js'
import type { LogEntry } from '../../verbs/log.js'
import { show } from '../../verbs/show.js'
import { defineCommand } from '../command.js'
import { parseAt } from '../dates.js'
import { printMemory, printWarnings } from '../output.js'
import { AT, LINE, LIST_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'show',
  summary: 'show one memory',
  positionals: [
    { name: 'id', describe: 'id, a unique beginning of it, or its last four characters', required: true },
  ],
  options: {
    line: LINE,
    at: AT,
    history: { type: 'boolean', describe: 'also its earlier versions, who made them and on which code' },
    code: { type: 'boolean', describe: 'also the code it is anchored in, as it is now' },
    format: LIST_FORMAT,
  },
  async run(env, args) {
    const { memory, warnings, backlinks, code, ...others } = await show(env, args.id, {
      provenance: args.format === 'json',
      code: args.code,
      ...(args.line !== undefined && { line: args.line }),
      ...(args.at !== undefined && { at: parseAt(args.at, env.now()) }),
    })
    const told = { ...others, ...(backlinks.length > 0 && { backlinks }) }
    printWarnings(env, warnings)
    if (!args.history && !code) return printMemory(env, args.format, memory, told)
    const { printDetails } = await import('../show-details.js')
    const history = args.history ? await historyOf(env, memory.id, args.line) : undefined
    printDetails(env, args.format, memory, told, { code, history })
  },
})

async function historyOf(env: Env, id: string, line: string | undefined): Promise<LogEntry[]> {
  const { log } = await import('../../verbs/log.js')
  return (await log(env, id, { texts: true, ...(line !== undefined && { line }) })).entries
}
