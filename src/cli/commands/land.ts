import { EXIT } from '../../errors.js'
import { land } from '../../verbs/land.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { sayLanding } from '../landed.js'
import { printWarnings } from '../output.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'land',
  summary: "promote a branch's memory once its code has landed",
  description:
    'Looks whether the code of a branch is in its base (by merge, fast-forward, rebase or squash), and if so merges its memory into the base’s and removes its line. Without a branch it looks at all lines.',
  positionals: [{ name: 'branch', describe: 'the branch whose code may have landed' }],
  options: {
    anyway: { type: 'boolean', describe: 'land it although the code was not seen to have landed' },
    'dry-run': { type: 'boolean', describe: 'only say what would land' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { reports, warnings } = await land(env, args.branch, {
      anyway: args.anyway,
      dryRun: args['dry-run'],
    })
    printWarnings(env, warnings)
    if (args.format === 'json') env.stdout.write(renderJson('landings', { dryRun: args['dry-run'], reports }))
    else if (reports.length === 0) env.stdout.write('no line waits to land\n')
    else env.stdout.write(reports.map((report) => `${sayLanding(report)}\n`).join(''))
    const unmet = args.branch !== undefined && reports.some(({ outcome }) => outcome === 'stays')
    return unmet ? EXIT.failed : EXIT.done
  },
})
