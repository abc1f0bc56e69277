import { merge } from '../../verbs/merge.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { sayMerge } from '../synced.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'merge',
  summary: "take over what another branch's memory knows",
  positionals: [{ name: 'line', describe: 'the branch whose line is merged into this one', required: true }],
  options: {
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { warnings, ...merged } = await merge(env, args.line)
    printWarnings(env, warnings)
    if (args.format === 'json') env.stdout.write(renderJson('merged', { ...merged }))
    else env.stdout.write(`✓ ${merged.from} into ${merged.into}: ${sayMerge(merged)}\n`)
  },
})
