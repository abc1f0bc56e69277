import { type LineSummary, lines } from '../../verbs/lines.js'
import { paintFor } from '../colour.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { renderTable } from '../table.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'lines',
  summary: 'list the memory lines of all branches',
  description:
    'Every line with its base, how many memories it has that the base lacks (NEW) and the other way round (MISSING), and its state: live (the branch exists), landed (the base has all of it), abandoned (the branch is gone, the memories never landed) or remote (only a remote has it).',
  positionals: [],
  options: {
    landed: { type: 'boolean', describe: 'also look whether the code of each branch has landed (slower)' },
    format: TABLE_FORMAT,
  },
  examples: [{ line: 'lines --landed', describe: 'see which lines could be landed or rescued' }],
  async run(env, args) {
    const { lines: found, warnings } = await lines(env, { landed: args.landed })
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(renderJson('lines', { lines: found }))
      return
    }
    if (found.length === 0) {
      env.stdout.write('no lines: nothing has been remembered yet\n')
      return
    }
    const paint = paintFor(env.stdout, env.vars)
    const columns = [
      { title: '' },
      { title: 'BRANCH', shrinks: true as const, paint: paint.yellow },
      { title: 'BASE', shrinks: true as const, paint: paint.dim },
      { title: 'STATE', paint: paint.cyan },
      { title: 'MEMORIES', align: 'right' as const },
      { title: 'NEW', align: 'right' as const },
      { title: 'MISSING', align: 'right' as const },
      { title: 'COMMITS', align: 'right' as const },
      { title: 'LAST WRITE', paint: paint.dim },
      { title: 'BY', shrinks: true as const },
    ]
    env.stdout.write(renderTable(columns, found.map(rowOf), env.stdout.columns))
  },
})

function rowOf(line: LineSummary): string[] {
  const name = line.remote ? `${line.remote}/${line.branch}` : line.branch
  const { ahead, behind } = line
  return [
    line.current ? '*' : '',
    name,
    line.base ?? '',
    line.state,
    String(line.memories),
    ...(line.base === undefined
      ? ['', '', '']
      : [String(ahead.memories), String(behind.memories), `+${ahead.commits} -${behind.commits}`]),
    line.lastWrite.when.slice(0, 16).replace('T', ' '),
    line.lastWrite.author,
  ]
}
