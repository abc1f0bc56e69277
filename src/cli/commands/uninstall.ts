import { uninstall } from '../../verbs/uninstall.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'uninstall',
  summary: 'take git-ralph out of this repository, memories excepted',
  positionals: [],
  options: {
    'dry-run': { type: 'boolean', describe: 'only say what would be done' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { done, lines, dryRun, warnings } = await uninstall(env, { dryRun: args['dry-run'] })
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(renderJson('uninstalled', { dryRun, done, lines }))
      return
    }
    for (const what of done)
      env.stdout.write(dryRun ? `would ${what}\n` : `✓ ${what.replace(/^remove /, 'removed ')}\n`)
    if (done.length === 0) env.stdout.write('nothing of git-ralph is installed here\n')
    if (lines > 0) {
      env.stdout.write(
        `${lines} memory ${lines === 1 ? 'line stays' : 'lines stay'} under refs/ralph-memory; to delete them for good:\n` +
          `  git for-each-ref --format='delete %(refname)' refs/ralph-memory | git update-ref --stdin\n`,
      )
    }
  },
})
