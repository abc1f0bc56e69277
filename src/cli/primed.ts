/** `prime` and `memory prime` are one command under two names. */
import { MEMORY_TYPES, titleOf } from '../memory/memory.js'
import { parseTags } from '../memory/text.js'
import { prime } from '../verbs/prime.js'
import { type Command, defineCommand } from './command.js'
import { parseAt } from './dates.js'
import { renderJson } from './json.js'
import { memoryJson, printWarnings, provenanceJson } from './output.js'
import { parseTypes } from './types.js'
import { AT } from './options.js'

export function definePrime(name: string): Command {
  return defineCommand({
    name,
    summary: 'print a briefing for an agent',
    description:
      'Prints memories as markdown for an agent’s context: those that fit into the budget, never cut inside one. Pinned ones (tagged `pinned`) come first, then what fits the task or the files of this branch, and what is recent.',
    positionals: [],
    options: {
      budget: { type: 'number', describe: 'maximum tokens to include', placeholder: 'TOKENS' },
      type: {
        type: 'strings',
        alias: 't',
        describe: `filter by types (comma-separated): ${MEMORY_TYPES.join(', ')}`,
        placeholder: 'TYPES',
      },
      tags: { type: 'strings', describe: 'filter by tags (comma-separated)', placeholder: 'TAGS' },
      for: {
        type: 'string',
        describe: 'what the agent is about to do: what fits it comes first',
        placeholder: 'TASK',
      },
      recent: { type: 'number', describe: 'only memories from last N days', placeholder: 'DAYS' },
      at: AT,
      explain: {
        type: 'boolean',
        describe: 'with --format json: what each memory costs, and which were left out and why',
      },
      format: {
        type: 'string',
        choices: ['markdown', 'json'],
        default: 'markdown',
        describe: 'output format',
      },
    },
    async run(env, args) {
      const { text, tokens, memories, provenance, explain, left, branch, warnings } = await prime(env, {
        provenance: args.format === 'json',
        explain: args.explain,
        types: parseTypes(args.type),
        tags: parseTags(args.tags),
        ...(args.budget !== undefined && { budget: args.budget }),
        ...(args.recent !== undefined && { recent: args.recent }),
        ...(args.for !== undefined && { task: args.for }),
        ...(args.at !== undefined && { at: parseAt(args.at, env.now()) }),
      })
      printWarnings(env, warnings)
      if (args.format === 'json')
        env.stdout.write(
          renderJson('briefing', {
            branch,
            tokens,
            left,
            ...(explain && {
              explain: explain.map(({ memory, ...why }) => ({
                id: memory.id,
                type: memory.type,
                title: titleOf(memory),
                ...why,
              })),
            }),
            memories: memories.map((memory) => ({
              ...memoryJson(memory),
              ...provenanceJson(provenance, memory),
            })),
          }),
        )
      else env.stdout.write(text)
    },
  })
}
