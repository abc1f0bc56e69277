/** Loops that are looked at: one, or a list. */
import type { Env } from '../../env.js'
import { describeResult, labelOf } from '../../loop-rules/criterion.js'
import { renderDuration } from '../../loop-rules/duration.js'
import { VERDICT_WORDS } from '../../loop-rules/progress.js'
import { costOf, type LoopState, tokensOf } from '../../loop-rules/state.js'
import { type Paint, paintFor } from '../colour.js'
import { renderTable } from '../table.js'
import { commandOf } from './lines.js'

/** As JSON shows a loop: without what only its own process needs. */
export function loopJson(loop: LoopState): Record<string, unknown> {
  const { format: _, owner: _owner, sittingAt: _sitting, judgedFrom: _judged, current, ...rest } = loop
  const { child: _child, cookie: _cookie, ...shown } = current ?? {}
  return { ...rest, ...(current && { current: shown }), tokens: tokensOf(loop), costUsd: costOf(loop) }
}

export function renderLoop(loop: LoopState, env: Env): string {
  const paint = paintFor(env.stdout, env.vars)
  const field = (name: string, value: string): string => `${paint.dim(name.padEnd(9))} ${value}\n`
  const last = loop.iterations.at(-1)
  const learnt = loop.iterations.flatMap((one) => one.learnt).at(-1)
  const [tokens, cost] = [tokensOf(loop), costOf(loop)]
  return [
    `${paint.yellow(loop.id)} ${statusOf(loop, paint)}${loop.detail ? `: ${loop.detail}` : ''}\n`,
    field('goal', loop.goal.split('\n')[0]!),
    field('agent', loop.agent),
    field('in', loop.branch === undefined ? loop.workTree : `${loop.workTree}, branch ${loop.branch}`),
    field(
      'iteration',
      `${loop.current?.iteration ?? last?.number ?? 0} of ${loop.limits.maxIterations}${loop.current ? `, ${loop.current.phase}` : ''}`,
    ),
    field('time', `${renderDuration(spentOf(loop, env))} of ${renderDuration(loop.limits.maxDurationMs)}`),
    ...loop.criteria.map((criterion) =>
      field('criterion', `${labelOf(criterion)}${commandOf(criterion)}: ${standingOf(loop, criterion.name)}`),
    ),
    ...(last?.verdict ? [field('progress', VERDICT_WORDS[last.verdict])] : []),
    ...(tokens > 0 || cost > 0 ? [field('spent', `${tokens} tokens, $${cost.toFixed(4)}`)] : []),
    ...(learnt === undefined ? [] : [field('learnt', learnt)]),
  ].join('')
}

function spentOf({ spentMs, sittingAt, status }: LoopState, env: Env): number {
  return spentMs + (status === 'running' ? Math.max(0, env.now().getTime() - Date.parse(sittingAt)) : 0)
}

function statusOf({ status }: LoopState, paint: Paint): string {
  if (status === 'success') return paint.green(status)
  return status === 'running' ? paint.cyan(status) : paint.red(status)
}

/** `3 failing → 2 failing`: at first, and now. */
function standingOf({ first = [], iterations }: LoopState, name: string): string {
  const find = (results: readonly { name: string }[]) => results.findIndex((result) => result.name === name)
  const seen = [first, ...iterations.map(({ results }) => results)].flatMap((results) =>
    find(results) < 0 ? [] : [describeResult(results[find(results)]!)],
  )
  const changes = seen.filter((state, i) => state !== seen[i - 1])
  return changes.length === 0 ? 'not checked yet' : changes.slice(-4).join(' → ')
}

export function renderLoops(loops: readonly LoopState[], env: Env): string {
  if (loops.length === 0) return 'no loops\n'
  const paint = paintFor(env.stdout, env.vars)
  const columns = [
    { title: 'LOOP', paint: paint.yellow },
    { title: 'STARTED', paint: paint.dim },
    { title: 'STATUS' },
    { title: '#', align: 'right' as const },
    { title: 'BRANCH', shrinks: true as const },
    { title: 'GOAL', shrinks: true as const },
  ]
  const rows = loops.map((loop) => [
    loop.id,
    loop.startedAt.slice(0, 16).replace('T', ' '),
    loop.reason === undefined || loop.status === 'success' ? loop.status : `${loop.status}, ${loop.reason}`,
    String(loop.iterations.length),
    loop.branch ?? '',
    loop.goal,
  ])
  return renderTable(columns, rows, env.stdout.columns)
}

export function renderIterations({ iterations }: LoopState, env: Env): string {
  if (iterations.length === 0) return 'no iterations yet\n'
  const columns = [
    { title: '#', align: 'right' as const },
    { title: 'OUTCOME' },
    { title: 'TIME', align: 'right' as const },
    { title: 'FILES', align: 'right' as const },
    { title: 'CHECKS', shrinks: true as const },
    { title: 'PROGRESS', shrinks: true as const },
  ]
  const rows = iterations.map(({ number, outcome, durationMs, files, results, verdict, failure }) => [
    String(number),
    outcome,
    renderDuration(durationMs),
    String(files.length),
    results.map((result) => `${result.name}: ${describeResult(result)}`).join(', '),
    verdict ? VERDICT_WORDS[verdict] : (failure?.split('\n')[0] ?? ''),
  ])
  return renderTable(columns, rows, env.stdout.columns)
}
