import type { Memory } from '../../memory/memory.js'
import { diff } from '../../verbs/diff.js'
import { paintFor } from '../colour.js'
import { defineCommand } from '../command.js'
import { isEmpty, renderDiffText, summaryOf } from '../diff-text.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings, provenanceJson } from '../output.js'
import { judgedJson } from '../stale.js'

export const command = defineCommand({
  name: 'diff',
  summary: 'what one branch remembers that another does not',
  description:
    'A..B compares two lines as they are now. A...B tells what B learnt since it left A, as a pull request does. A alone stands for A... the current branch, and nothing for the base of the current branch. Lines are named by their branches; origin/feature is what the remote last had.',
  positionals: [{ name: 'range', describe: 'A..B, A...B or A' }],
  options: {
    stale: { type: 'boolean', describe: 'also what A knows and the code of B makes stale' },
    format: {
      type: 'string',
      choices: ['text', 'markdown', 'json'],
      default: 'text',
      describe: 'output format; markdown is ready for a comment on a pull request',
    },
  },
  examples: [
    { line: 'diff', describe: 'what this branch has learnt' },
    { line: 'diff main...feature --format markdown', describe: 'the same of another one, as a comment' },
  ],
  async run(env, args) {
    const { warnings, ...found } = await diff(env, args.range, {
      stale: args.stale,
      provenance: args.format === 'json',
    })
    const difference = { ...found, warnings }
    printWarnings(env, warnings)
    if (args.format === 'json') {
      const told = (memory: Memory): Record<string, unknown> => ({
        ...memoryJson(memory),
        ...provenanceJson(found.provenance, memory),
      })
      env.stdout.write(
        renderJson('diff', {
          from: found.from ?? null,
          to: found.to,
          since: found.since,
          added: found.added.map(told),
          changed: found.changed.map(({ before, after, fields, lines }) => ({
            before: told(before),
            after: told(after),
            fields,
            lines,
          })),
          forgotten: found.forgotten.map(({ memory, into }) => ({
            ...told(memory),
            ...(into && { foldedInto: into }),
          })),
          ...(found.stale && { stale: found.stale.map((one) => judgedJson(one, found.provenance)) }),
        }),
      )
    } else if (args.format === 'markdown') {
      const { renderDiffMarkdown } = await import('../diff-markdown.js')
      env.stdout.write(renderDiffMarkdown(difference))
    } else if (isEmpty(difference)) env.stdout.write(`${summaryOf(difference)}\n`)
    else env.stdout.write(renderDiffText(difference, paintFor(env.stdout, env.vars)))
  },
})
