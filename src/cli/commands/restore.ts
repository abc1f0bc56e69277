import { restore } from '../../verbs/restore.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings } from '../output.js'
import { WRITTEN_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'restore',
  summary: 'bring back a forgotten memory',
  positionals: [
    { name: 'id', describe: 'id of the forgotten memory, or a unique beginning of it', required: true },
  ],
  options: {
    format: WRITTEN_FORMAT,
  },
  async run(env, args) {
    const { memory, changed, parked, warnings } = await restore(env, args.id)
    printWarnings(env, warnings)
    if (args.format === 'json')
      env.stdout.write(
        renderJson('restored', { changed, ...(parked && { parked }), memory: memoryJson(memory) }),
      )
    else if (args.format === 'quiet') env.stdout.write(`${memory.id}\n`)
    else env.stdout.write(`${changed ? '📝 Memory restored' : 'Memory is there already'}: ${memory.id}\n`)
  },
})
