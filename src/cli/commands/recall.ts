import type { Layer } from '../../briefing/layers.js'
import { MEMORY_TYPES } from '../../memory/memory.js'
import { parseTags } from '../../memory/text.js'
import { recall, TIERS } from '../../verbs/recall.js'
import { defineCommand } from '../command.js'
import { parseAt, parseSince, parseUntil } from '../dates.js'
import { printRecalled, textFor } from '../recalled.js'
import { AT, LINE, LIST_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'recall',
  summary: 'find memories again',
  description:
    'Finds the memories that answer a question, best first. Without a question it shows the newest.',
  positionals: [{ name: 'query', describe: 'what you want to know', variadic: true }],
  options: {
    type: {
      type: 'string',
      alias: 't',
      choices: MEMORY_TYPES,
      describe: 'only this type',
      placeholder: 'TYPE',
    },
    tags: { type: 'strings', describe: 'only with any of these tags, comma-separated', placeholder: 'TAGS' },
    limit: {
      type: 'number',
      alias: 'n',
      describe: 'show at most so many hits [default: 10]',
      placeholder: 'N',
    },
    all: { type: 'boolean', describe: 'show all hits' },
    layer: {
      type: 'string',
      choices: ['1', '2', '3'],
      describe: '1: a line per hit, 2: also what is around it, 3: all of it',
      placeholder: 'N',
    },
    budget: { type: 'number', describe: 'at most so many tokens; no memory is cut', placeholder: 'TOKENS' },
    line: LINE,
    at: AT,
    everywhere: { type: 'boolean', describe: 'look at the lines of all branches' },
    related: { type: 'boolean', describe: 'also what the hits are linked with' },
    here: { type: 'boolean', describe: 'leave out strong hits on other branches' },
    history: { type: 'boolean', describe: 'also forgotten memories and earlier versions' },
    journal: { type: 'boolean', describe: 'search the journal instead' },
    since: { type: 'string', describe: 'only what was made then or later', placeholder: 'DATE' },
    until: { type: 'string', describe: 'only what was made then or before', placeholder: 'DATE' },
    path: { type: 'string', describe: 'only what is about this file or directory', placeholder: 'PATH' },
    author: {
      type: 'string',
      describe: 'only what was written by this author; a part of the name will do',
      placeholder: 'NAME',
    },
    agent: {
      type: 'string',
      describe: 'only what was learnt through this agent, e.g. claude',
      placeholder: 'AGENT',
    },
    trust: {
      type: 'string',
      choices: TIERS,
      describe: 'only what is this far to be trusted',
      placeholder: 'TRUST',
    },
    stale: { type: 'boolean', describe: 'only what is about code that has changed or gone' },
    explain: { type: 'boolean', describe: 'say how each score came about' },
    quarantined: { type: 'boolean', describe: 'also what is in quarantine, marked' },
    format: LIST_FORMAT,
  },
  examples: [
    { line: 'recall "postgres refused"', describe: 'ask' },
    { line: 'recall --type fix --tags docker', describe: 'the newest fixes tagged docker' },
    { line: 'recall deploy --since "2 weeks ago" --layer 3 --budget 800', describe: 'for an agent' },
    { line: 'recall "old schema" --history', describe: 'also what was forgotten' },
  ],
  async run(env, args) {
    const layer = args.layer === undefined ? undefined : (Number(args.layer) as Layer)
    const textOf = textFor(args.format, layer)
    const answer = await recall(env, args.query.join(' '), {
      tags: parseTags(args.tags),
      everywhere: args.everywhere,
      related: args.related,
      here: args.here,
      history: args.history,
      journal: args.journal,
      explain: args.explain,
      quarantined: args.quarantined,
      trust: args.format === 'json',
      provenance: args.format === 'json',
      ...(args.type !== undefined && { type: args.type }),
      ...(args.line !== undefined && { line: args.line }),
      ...(args.at !== undefined && { at: parseAt(args.at, env.now()) }),
      ...(layer !== undefined && { layer }),
      ...(args.budget !== undefined && { budget: args.budget }),
      ...(args.since !== undefined && { since: parseSince(args.since, env.now()) }),
      ...(args.until !== undefined && { until: parseUntil(args.until, env.now()) }),
      stale: args.stale,
      ...(args.author !== undefined && { author: args.author }),
      ...(args.agent !== undefined && { agent: args.agent }),
      ...(args.trust !== undefined && { trustedAs: args.trust }),
      ...(args.path !== undefined && { path: args.path }),
      ...(args.all ? { limit: 0 } : args.limit !== undefined && { limit: args.limit }),
      ...(textOf && { textOf }),
    })
    printRecalled(env, args.format, answer, layer)
  },
})
