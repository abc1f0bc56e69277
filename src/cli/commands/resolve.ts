import type { Env } from '../../env.js'
import { EXIT, RalphError } from '../../errors.js'
import { type Choice, type Conflict, findConflicts, resolve, type Settlement } from '../../verbs/resolve.js'
import { withPrompt } from '../ask.js'
import { paintFor } from '../colour.js'
import { defineCommand } from '../command.js'
import { askForChoices, conflictJson, renderConflict } from '../conflicts.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings } from '../output.js'
import { TEXT_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'resolve',
  summary: 'settle memories that two branches changed differently',
  description:
    'When two branches changed the same lines of a memory, a merge keeps the later text and puts the other beside it. Without flags, on a terminal, asks for each of them; elsewhere lists them and ends with exit code 3.',
  positionals: [
    { name: 'id', describe: 'only this memory, or this one variant of it; also a part of its id' },
  ],
  options: {
    keep: { type: 'string', describe: 'keep this text, forget the others', placeholder: 'ID' },
    both: { type: 'boolean', describe: 'keep them all, as memories of their own' },
    'merge-with': {
      type: 'string',
      describe: 'put this text in their place; - reads standard input',
      placeholder: 'TEXT',
    },
    edit: { type: 'boolean', describe: 'make them into one text in your editor' },
    format: TEXT_FORMAT,
  },
  examples: [
    { line: 'resolve', describe: 'see what waits for a decision, and decide' },
    { line: 'resolve --keep a7b8', describe: 'keep one text and forget the other' },
  ],
  async run(env, args) {
    const text = args['merge-with'] === '-' ? (await env.stdin.read()).toString('utf8') : args['merge-with']
    const choice = oneOf([
      args.keep !== undefined && { keep: args.keep },
      args.both && { both: true },
      text !== undefined && { text },
      args.edit && { edit: true },
    ])
    const { conflicts, warnings } = await findConflicts(env, args.id ?? args.keep)
    printWarnings(env, warnings)
    const [first, ...others] = conflicts
    if (choice && first && others.length === 0) return settle(env, args.format, [{ conflict: first, choice }])
    if (!choice && first && args.format === 'text' && env.stdin.isTTY && env.stderr.isTTY) {
      const settlements = await withPrompt(env, (ask) => askForChoices(env, conflicts, ask))
      return settle(env, args.format, settlements)
    }
    return list(env, args.format, conflicts)
  },
})

type Format = 'text' | 'json'

function oneOf(given: (Choice | false)[]): Choice | undefined {
  const choices = given.filter((choice) => choice !== false)
  if (choices.length > 1)
    throw new RalphError('bad-usage', 'only one of --keep, --both, --merge-with and --edit can be chosen')
  return choices[0]
}

function list(env: Env, format: Format, conflicts: readonly Conflict[]): number {
  const paint = paintFor(env.stdout, env.vars)
  if (format === 'json') env.stdout.write(renderJson('conflicts', { conflicts: conflicts.map(conflictJson) }))
  else if (conflicts.length === 0) env.stdout.write('no conflicts\n')
  else env.stdout.write(conflicts.map((conflict) => renderConflict(conflict, paint)).join('\n'))
  if (conflicts.length === 0) return EXIT.done
  const waiting = conflicts.length === 1 ? '1 conflict waits' : `${conflicts.length} conflicts wait`
  env.stderr.write(
    `hint: ${waiting} for a decision: \`git ralph resolve <id>\` with --keep <id>, --both or --merge-with <text>\n`,
  )
  return EXIT.decision
}

async function settle(env: Env, format: Format, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) {
    env.stdout.write('nothing was changed\n')
    return
  }
  const { memories, forgotten, parked, warnings } = await resolve(env, settlements)
  printWarnings(env, warnings)
  if (format === 'json') {
    const resolved = { ...(parked && { parked }), memories: memories.map(memoryJson), forgotten }
    env.stdout.write(renderJson('resolved', resolved))
    return
  }
  for (const { id } of memories) env.stdout.write(`✅ Kept: ${id}\n`)
  for (const id of forgotten) env.stdout.write(`🗑️  Forgotten: ${id}\n`)
}
