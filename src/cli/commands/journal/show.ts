import { journalShow } from '../../../verbs/journal-show.js'
import { defineCommand } from '../../command.js'
import { printJournal } from '../../journal.js'
import { LIST_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'journal show',
  summary: 'show the journal of one commit, or one entry',
  positionals: [{ name: 'what', describe: "an entry's id, or a revision [default: HEAD]" }],
  options: { format: LIST_FORMAT },
  async run(env, args) {
    const { records, note } = await journalShow(env, args.what)
    if (args.format !== 'table') await printJournal(env, args.format, records, 0)
    else {
      const { renderEntry } = await import('../../../memory/journal-note.js')
      env.stdout.write(note ?? records.map(({ entry }) => renderEntry(entry)).join('\n'))
    }
  },
})
