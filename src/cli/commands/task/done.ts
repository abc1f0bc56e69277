import { RalphError } from '../../../errors.js'
import { titleOf } from '../../../memory/memory.js'
import { endTask, planEnd, type Promotable } from '../../../verbs/task/end.js'
import type { Env } from '../../../env.js'
import { withPrompt } from '../../ask.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { memoryJson, printable, printWarnings } from '../../output.js'
import { sayParked, taskJson } from '../../tasks.js'
import { WRITTEN_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'task done',
  summary: 'end a task and promote what was learnt on it',
  description:
    'Its insights, and the patterns at the top of its progress, become memories of this branch; those that are known already are not stored twice. Its files leave the work tree and the line, whose history keeps them.',
  positionals: [{ name: 'task', describe: 'id of the task; without one the current task' }],
  options: {
    yes: { type: 'boolean', alias: 'y', describe: 'promote without asking' },
    'dry-run': { type: 'boolean', describe: 'only say what would be promoted' },
    format: WRITTEN_FORMAT,
  },
  async run(env, args) {
    const { task, promotes, warnings } = await planEnd(env, args.task)
    printWarnings(env, warnings)
    if (args['dry-run']) {
      if (args.format === 'json')
        env.stdout.write(renderJson('task-end-planned', { task: taskJson(task), promotes }))
      else env.stdout.write(promotes.length === 0 ? 'nothing to promote\n' : say(promotes))
      return
    }
    if (promotes.length > 0 && !args.yes && !(await confirm(env, task.id, promotes))) return
    const ended = await endTask(env, task.id, 'done')
    printWarnings(env, [
      ...ended.warnings.filter((one) => !warnings.includes(one)),
      ...sayParked(ended.parked),
    ])
    const { promoted } = ended
    if (args.format === 'json')
      env.stdout.write(
        renderJson('task-ended', {
          branch: ended.branch,
          ...(ended.parked && { parked: ended.parked }),
          task: taskJson(ended.task),
          promoted: promoted.map(({ memory, outcome }) => ({ outcome, ...memoryJson(memory) })),
        }),
      )
    else if (args.format === 'quiet')
      env.stdout.write(promoted.map(({ memory }) => `${memory.id}\n`).join(''))
    else {
      for (const { memory, outcome } of promoted)
        env.stdout.write(
          printable(
            `${outcome === 'known' ? 'known already' : 'promoted'}: ${memory.id}  ${titleOf(memory)}\n`,
          ),
        )
      env.stdout.write(`✓ Task done: ${task.id}\n`)
    }
  },
})

const say = (promotes: readonly Promotable[]): string =>
  promotes.map(({ type, content }) => printable(`  ${type}: ${content.split('\n', 1)[0]}\n`)).join('')

async function confirm(env: Env, id: string, promotes: readonly Promotable[]): Promise<boolean> {
  const many = `${promotes.length} thing${promotes.length === 1 ? '' : 's'} learnt`
  if (!env.stdin.isTTY)
    throw new RalphError(
      'needs-decision',
      `task '${id}' has ${many} to promote:\n${say(promotes).trimEnd()}`,
      {
        hint: 'nothing was changed; promote them with --yes, or take them out of its insights.json first',
        data: { promotes },
      },
    )
  env.stderr.write(say(promotes))
  const answer = await withPrompt(env, (ask) => ask(`promote ${many} and end the task? [y/N] `))
  return /^y(es)?$/i.test(answer?.trim() ?? '')
}
