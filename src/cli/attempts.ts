/** How the attempts at a task are printed. */
import type { Env, Sink } from '../env.js'
import type { Attempt, TaskHistory } from '../verbs/task/sessions.js'
import { paintFor } from './colour.js'
import { printable } from './output.js'
import { renderTable } from './table.js'

const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ')

export function printAttempts(env: Env, attempts: readonly Attempt[]): void {
  if (attempts.length === 0) return env.stdout.write('no sessions\n')
  const paint = paintFor(env.stdout, env.vars)
  const columns = [
    { title: '#', align: 'right' as const },
    { title: 'SESSION', paint: paint.yellow },
    { title: 'STARTED', paint: paint.dim },
    { title: 'AGENT', paint: paint.cyan },
    { title: 'MODE' },
    { title: 'COMMITS', align: 'right' as const },
    { title: 'SUMMARY', shrinks: true as const },
  ]
  const rows = attempts.map(({ n, session, start, agent, mode, commits, end, text }) => [
    String(n),
    session.slice(0, 12),
    minuteOf(start),
    agent,
    mode,
    String(commits.length),
    `${end ? '' : '(going on) '}${text}`,
  ])
  env.stdout.write(renderTable(columns, rows, env.stdout.columns))
}

/** What was said, to `sink`. */
export function printHistory(env: Env, sink: Sink, { task, attempt, messages }: TaskHistory): void {
  const paint = paintFor(sink, env.vars)
  const { n, agent, mode, start, transcript } = attempt
  sink.write(`${paint.yellow(`${task} #${n}`)} ${paint.cyan(agent)} ${mode}, ${minuteOf(start)}\n`)
  if (transcript) sink.write(`${paint.dim('transcript:')} ${printable(transcript)}\n`)
  for (const { at, who, text } of messages)
    sink.write(`\n${paint.dim(`${minuteOf(at)} ${who}`)}\n${printable(text).replace(/^/gm, '  ')}\n`)
}
