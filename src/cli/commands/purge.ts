import { EXIT, RalphError } from '../../errors.js'
import { purge, type Purged } from '../../verbs/purge.js'
import { withPrompt } from '../ask.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'purge',
  summary: 'take a text out of all lines and their history',
  description:
    'Rewrites every line, the journal, tracking refs and parked changes without a memory (by its whole id) or a text (as it stands), empties their reflogs, deletes the objects and local files that held it, and searches everything that is left. Cannot be undone.',
  positionals: [{ name: 'what', describe: 'the id of a memory, or a text', required: true }],
  options: {
    remote: { type: 'boolean', describe: 'also replace what the remote has, if nobody pushed since' },
    'dry-run': { type: 'boolean', alias: 'n', describe: 'change nothing; say how many objects hold it' },
    yes: { type: 'boolean', alias: 'y', describe: 'do not ask' },
    format: TABLE_FORMAT,
  },
  examples: [
    { line: 'purge mem-1737390000-a7b8 --remote', describe: 'a memory, with all of its versions' },
    { line: 'purge "the text" --dry-run', describe: 'see where a text is' },
  ],
  async run(env, args) {
    const found = await purge(env, args.what, { dryRun: true })
    if (!args['dry-run'] && !args.yes) {
      if (!env.stdin.isTTY)
        throw new RalphError('needs-decision', 'purging rewrites history and cannot be undone', {
          hint: 'look with --dry-run, then add --yes',
        })
      const answer = await withPrompt(env, (ask) =>
        ask(`${found.found} objects hold it. Rewrite history without it? This cannot be undone. [y/N] `),
      )
      if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new RalphError('interrupted', 'nothing was changed')
    }
    const answer = args['dry-run'] ? found : await purge(env, args.what, { remote: args.remote })
    printWarnings(env, answer.warnings)
    const { warnings: _, ...shown } = answer
    env.stdout.write(args.format === 'json' ? renderJson('purged', { ...shown }) : render(answer))
    return answer.left.length > 0 || (answer.remote?.failed.length ?? 0) > 0 ? EXIT.failed : EXIT.done
  },
})

function render({ dryRun, found, refs, deleted, left, remote, copies }: Purged): string {
  const lines = dryRun
    ? [`${found} objects hold it`]
    : [
        `🧹 ${refs.length} refs rewritten, ${deleted} objects deleted`,
        left.length === 0
          ? 'nothing in this git directory holds it any more'
          : `still held by:\n${left.map((one) => `  ${one}`).join('\n')}`,
        ...(remote ? [`${remote.remote}: ${remote.updated.length} refs replaced`] : []),
      ]
  return [...lines, 'other copies:', ...copies.map((copy) => `  - ${copy}`), ''].join('\n')
}
