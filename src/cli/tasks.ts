/** How tasks are printed. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { renderInsights } from '../memory/insights.js'
import { isEmptyProgress, renderProgress } from '../memory/task-progress.js'
import type { Task } from '../memory/task.js'
import type { ListedTasks, ShownTask } from '../verbs/task/list.js'
import { paintFor } from './colour.js'
import { printable } from './output.js'
import { renderTable } from './table.js'

export function taskJson({ extra, ...task }: Task): Record<string, unknown> {
  return { ...task, ...(extra && { extra }) }
}

export function printTasks(env: Env, { tasks, current }: ListedTasks): void {
  if (tasks.length === 0) return env.stdout.write('no tasks\n')
  const paint = paintFor(env.stdout, env.vars)
  const rows = tasks.map(({ id, status, stories, line, remote, updated, title }) => [
    id === current ? `${id} *` : id,
    status,
    stories ? `${stories.done}/${stories.all}` : '',
    remote ? `${remote}/${line}` : line,
    updated.slice(0, 10),
    title,
  ])
  env.stdout.write(
    renderTable(
      [
        { title: 'TASK', paint: paint.yellow },
        { title: 'STATUS', paint: paint.cyan },
        { title: 'STORIES' },
        { title: 'LINE', shrinks: true, paint: paint.dim },
        { title: 'CHANGED', paint: paint.dim },
        { title: 'TITLE', shrinks: true },
      ],
      rows,
      env.stdout.columns,
    ),
  )
}

export function printTask(env: Env, { task, line, stories, progress, insights }: ShownTask): void {
  const paint = paintFor(env.stdout, env.vars)
  const field = (name: string, value: string): string => `${paint.dim(`${name}:`)} ${printable(value)}\n`
  const told = stories.map(({ id, title, done }) => `  ${done ? '✓' : '•'} ${id} ${title}`)
  env.stdout.write(
    `${paint.yellow(task.id)} ${paint.cyan(task.status)}\n` +
      field('title', task.title) +
      field('line', line) +
      field('started', task.created) +
      field('changed', task.updated) +
      (told.length > 0 ? `\n${printable(told.join('\n'))}\n` : '') +
      (isEmptyProgress(progress) ? '' : `\n${printable(renderProgress(progress))}`) +
      (insights.length > 0 ? `\n${printable(renderInsights(insights))}` : ''),
  )
}

export const sayParked = (parked: string | undefined): string[] =>
  parked ? [`the line is busy: the change waits on ${parked} and joins it with the next command`] : []

export function attemptNumber(typed: string): number {
  if (/^[1-9]\d{0,5}$/.test(typed)) return Number(typed)
  throw new RalphError('bad-usage', `'${typed}' is not the number of an attempt`, {
    hint: 'git ralph task sessions lists them',
  })
}
