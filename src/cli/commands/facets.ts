import { type Counted, facets } from '../../verbs/facets.js'
import { paintFor } from '../colour.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { TEXT_FORMAT } from '../options.js'
import { printWarnings } from '../output.js'
import { printable } from '../printable.js'

export const command = defineCommand({
  name: 'facets',
  summary: 'count memories by type, tag, author, agent and trust',
  positionals: [],
  options: {
    line: { type: 'string', describe: "look at this branch's line instead", placeholder: 'BRANCH' },
    everywhere: { type: 'boolean', describe: 'look at the lines of all branches' },
    format: TEXT_FORMAT,
  },
  async run(env, args) {
    const { warnings, branch, ...found } = await facets(env, {
      everywhere: args.everywhere,
      ...(args.line !== undefined && { line: args.line }),
    })
    printWarnings(env, warnings)
    if (args.format === 'json') return env.stdout.write(renderJson('facets', { branch, ...found }))
    const paint = paintFor(env.stdout, env.vars)
    for (const [name, counted] of Object.entries(found))
      env.stdout.write(`${paint.dim(`${name}:`.padEnd(10))}${printable(sayCounts(counted)) || 'none'}\n`)
  },
})

const sayCounts = (counted: readonly Counted[]): string =>
  counted.map(({ name, count }) => `${name} ${count}`).join(', ')
