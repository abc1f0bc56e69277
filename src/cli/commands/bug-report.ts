import { bugReport } from '../../verbs/bug-report.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printable } from '../printable.js'

export const command = defineCommand({
  name: 'bug-report',
  summary: 'print what a report of a bug should hold',
  description:
    'Prints versions, settings and where they come from, sizes and recent failures as markdown. Secrets, paths, addresses, URLs and ids are taken out; no memory is in it. Nothing is sent anywhere.',
  positionals: [],
  options: {
    format: { type: 'string', choices: ['markdown', 'json'], default: 'markdown', describe: 'output format' },
  },
  async run(env, args) {
    const { sections } = await bugReport(env)
    if (args.format === 'json') return env.stdout.write(renderJson('bug-report', { sections }))
    const text = sections
      .map(
        ({ title, lines }) =>
          `## ${title}\n\n${(lines.length > 0 ? lines : ['none']).map((line) => `- ${line}\n`).join('')}`,
      )
      .join('\n')
    env.stdout.write(printable(text))
  },
})
