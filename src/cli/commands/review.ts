import { RalphError } from '../../errors.js'
import { review, type ReviewList, reviewList } from '../../verbs/review.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { printable } from '../printable.js'
import { TABLE_FORMAT } from '../options.js'

const SHOWN = 300

export const command = defineCommand({
  name: 'review',
  summary: 'decide about memories that look like orders to the agent',
  description:
    'Memories, articles and journal entries that came with a pull and look like orders to the agent are kept in quarantine: no briefing holds them, and recall leaves them out. Without arguments lists them; `approve` lets the ones named pass, `reject` keeps them out for good, on this machine; `hold` takes a decision back.',
  positionals: [
    { name: 'action', describe: 'approve, reject or hold; nothing to list' },
    { name: 'ids', describe: 'which ones', variadic: true },
  ],
  options: {
    all: { type: 'boolean', describe: 'also those that were decided about' },
    format: TABLE_FORMAT,
  },
  examples: [{ line: 'review approve a7b8', describe: 'let a memory pass' }],
  async run(env, args) {
    const answer = await chosen()
    printWarnings(env, answer.warnings)
    if (args.format === 'json') return env.stdout.write(renderJson('review', { entries: answer.entries }))
    if (args.action !== undefined) {
      for (const { id, state } of answer.entries) env.stdout.write(`${state}: ${printable(id)}\n`)
      return
    }
    env.stdout.write(renderList(answer))

    async function chosen(): Promise<ReviewList> {
      if (args.action === undefined) return reviewList(env, { all: args.all })
      if (!isAction(args.action))
        throw new RalphError('bad-usage', `'${args.action}' is none of approve, reject and hold`)
      if (args.ids.length === 0)
        throw new RalphError('bad-usage', `which memory is to be ${PAST[args.action]}?`, {
          hint: 'git ralph review lists what is in quarantine',
        })
      return review(env, args.ids, PAST[args.action])
    }
  },
})

const PAST = { approve: 'approved', reject: 'rejected', hold: 'held' } as const

const isAction = (word: string): word is keyof typeof PAST => Object.hasOwn(PAST, word)

function renderList({ entries }: ReviewList): string {
  if (entries.length === 0) return 'nothing is in quarantine\n'
  return entries
    .map(({ id, why, from, state, text }) => {
      const said = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
      return printable(`${id} (${state}, from ${from}): it ${why.join(', and ')}\n  ${said}\n`)
    })
    .join('')
}
