import { stale } from '../../verbs/stale.js'
import { defineCommand } from '../command.js'
import { printStale } from '../stale.js'
import { TEXT_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'stale',
  summary: 'list memories whose code has changed since',
  description:
    'Judges the anchors of every memory of this branch by the code of the work tree: fresh, moved (the same lines are elsewhere, also in a renamed file), changed or gone. Lists all that are not fresh, with the change that made them so.',
  positionals: [],
  options: {
    rev: { type: 'string', describe: 'judge by the code of this revision instead', placeholder: 'REV' },
    fix: { type: 'boolean', describe: 're-anchor what has only moved' },
    line: { type: 'string', describe: "look at this branch's memories instead", placeholder: 'BRANCH' },
    format: TEXT_FORMAT,
  },
  examples: [
    { line: 'stale', describe: 'what should be looked at again' },
    { line: 'stale --rev origin/main', describe: 'the same for the code of another branch' },
  ],
  async run(env, args) {
    const answer = await stale(env, {
      fix: args.fix,
      provenance: args.format === 'json',
      ...(args.rev !== undefined && { rev: args.rev }),
      ...(args.line !== undefined && { line: args.line }),
    })
    printStale(env, args.format, answer)
  },
})
