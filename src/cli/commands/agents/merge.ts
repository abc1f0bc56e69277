import { mergeAgents } from '../../../verbs/agents/merge.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { renderLineDiff } from '../../line-diff.js'
import { paintFor } from '../../colour.js'
import { printable } from '../../output.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'agents merge',
  summary: 'bring what a worktree learnt in its AGENTS.md into this one',
  description:
    'Merges the AGENTS.md of a branch (as it is in its worktree, else as last committed) into the one here, section by section and item by item, and shows what would change. Without a branch, from all other worktrees. Nothing is written unless --write is given, and nothing is staged or committed.',
  positionals: [{ name: 'branch', describe: 'the branch whose AGENTS.md is looked at' }],
  options: {
    file: {
      type: 'string',
      default: 'AGENTS.md',
      describe: 'another file, from the top of the work tree',
      placeholder: 'FILE',
    },
    write: { type: 'boolean', describe: 'write the outcome into the work tree' },
    format: TABLE_FORMAT,
  },
  examples: [{ line: 'agents merge task/task-003 --write', describe: 'take over what was learnt there' }],
  async run(env, args) {
    const merged = await mergeAgents(env, args.branch, { file: args.file, write: args.write })
    if (args.format === 'json') return env.stdout.write(renderJson('agents-merged', { ...merged }))
    const names = merged.from.map(({ branch }) => branch).join(', ')
    if (!merged.changed)
      return env.stdout.write(
        merged.from.length === 0
          ? 'no other worktree has a branch checked out\n'
          : printable(`'${merged.file}' has all that ${names} knows\n`),
      )
    const paint = paintFor(env.stdout, env.vars)
    env.stdout.write(printable(renderLineDiff(merged.changes, paint)))
    env.stdout.write(
      merged.written
        ? printable(`✓ '${merged.file}' was written\n`)
        : 'nothing was written; add --write to do it\n',
    )
  },
})
