import { show } from '../../verbs/show.js'
import { paintFor } from '../colour.js'
import { defineCommand } from '../command.js'
import { parseAt } from '../dates.js'
import { renderJson } from '../json.js'
import { memoryJson, printMemory, printWarnings } from '../output.js'
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
    format: LIST_FORMAT,
  },
  async run(env, args) {
    const { memory, warnings, backlinks, ...others } = await show(env, args.id, {
      provenance: args.format === 'json',
      ...(args.line !== undefined && { line: args.line }),
      ...(args.at !== undefined && { at: parseAt(args.at, env.now()) }),
    })
    const told = { ...others, ...(backlinks.length > 0 && { backlinks }) }
    printWarnings(env, warnings)
    if (!args.history) return printMemory(env, args.format, memory, told)
    const { log } = await import('../../verbs/log.js')
    const { entryJson, renderEntry } = await import('../log.js')
    const { entries } = await log(env, memory.id, {
      texts: true,
      ...(args.line !== undefined && { line: args.line }),
    })
    if (args.format === 'json') {
      env.stdout.write(
        renderJson('memory', { memory: { ...memoryJson(memory), ...told }, history: entries.map(entryJson) }),
      )
      return
    }
    printMemory(env, args.format, memory, told)
    const paint = paintFor(env.stdout, env.vars)
    env.stdout.write(`\n${entries.map((entry) => renderEntry(entry, true, paint)).join('\n')}`)
  },
})
