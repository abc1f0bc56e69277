import { graph } from '../../verbs/graph/graph.js'
import { defineCommand } from '../command.js'
import { renderGraph } from '../graph.js'
import { printWarnings } from '../output.js'
import { LINE } from '../options.js'

export const command = defineCommand({
  name: 'graph',
  summary: 'memories, articles and files, and what links them',
  description:
    'Prints the graph of this branch: memories and articles with their links, and the files that memories are anchored in. With --around only what is near one of them.',
  positionals: [],
  options: {
    around: {
      type: 'string',
      describe: 'id of a memory, slug of an article, or path of a file',
      placeholder: 'ID',
    },
    depth: { type: 'number', default: 1, describe: 'with --around: how many links away', placeholder: 'N' },
    line: LINE,
    format: {
      type: 'string',
      choices: ['text', 'json', 'dot', 'mermaid', 'nodes', 'edges'],
      default: 'text',
      describe: 'output format; nodes and edges print the contents of nodes.json and edges.json',
    },
  },
  examples: [
    { line: 'graph --around a7b8 --depth 2', describe: 'what one memory is linked with' },
    { line: 'graph --format dot | dot -Tsvg > graph.svg', describe: 'a picture' },
  ],
  async run(env, args) {
    const { warnings, ...found } = await graph(env, {
      ...(args.around !== undefined && { around: args.around, depth: args.depth }),
      ...(args.line !== undefined && { line: args.line }),
    })
    printWarnings(env, warnings)
    env.stdout.write(renderGraph(found, args.format))
    if (found.cut) printWarnings(env, ['there is more around it than is shown'])
  },
})
