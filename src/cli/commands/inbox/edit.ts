import { editProposal } from '../../../verbs/inbox/edit.js'
import { defineCommand } from '../../command.js'
import { readContent } from '../../content.js'
import { printApproved } from '../../inbox.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'inbox edit',
  summary: 'change what was proposed, then remember it',
  description: 'Opens the proposal in your editor (as git chooses it), or takes the text that is given.',
  positionals: [{ name: 'proposal', describe: 'number or id as `inbox` shows it', required: true }],
  options: {
    content: { type: 'string', describe: 'the text to remember; - reads standard input' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const content = args.content === undefined ? undefined : await readContent(env, [args.content], undefined)
    printApproved(env, args.format, [await editProposal(env, args.proposal, content)])
  },
})
