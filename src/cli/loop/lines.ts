/** What a loop tells, as lines for people. */
import { describeResult, labelOf } from '../../loop-rules/criterion.js'
import { renderDuration } from '../../loop-rules/duration.js'
import { stripEscapes } from '../../loop-rules/output.js'
import { VERDICT_WORDS } from '../../loop-rules/progress.js'
import type { Limits } from '../../loop-rules/state.js'
import type { LoopEvent } from '../../loop-rules/events.js'
import type { Paint } from '../colour.js'
import { printable } from '../output.js'

/** The lines of an event; empty for what only a live status shows. */
export function renderEvent(event: LoopEvent, paint: Paint, maxIterations: number): string {
  switch (event.event) {
    case 'started':
      return renderStarted(event, paint)
    case 'phase':
      if (event.phase === 'snapshot')
        return `${paint.bold(`iteration ${event.iteration}/${maxIterations}`)}\n`
      return event.phase === 'verify' ? `  verifying with ${event.what}\n` : ''
    case 'output':
      return printable(stripEscapes(event.text))
    case 'checked': {
      const { result, before, iteration } = event
      const now = (result.passed ? paint.green : paint.red)(describeResult(result))
      const then =
        before && describeResult(before) !== describeResult(result) ? `${describeResult(before)} → ` : ''
      return `  ${iteration === 0 ? 'before the first iteration, ' : ''}${event.label}: ${then}${now}\n`
    }
    case 'learnt':
      return event.titles.map((title) => `  learnt: ${title}\n`).join('')
    case 'verified':
      return `  ${event.accepted ? paint.green('verified') : `${paint.red('not verified')}: ${event.reason}`}\n`
    case 'proposed':
      return `  proposed to remember: ${event.body.split('\n')[0]}\n`
    case 'iteration':
      return renderIteration(event, paint)
    case 'interrupt':
      return event.urgency === 1
        ? 'interrupted: the agent is asked to finish; Ctrl+C again stops it now\n'
        : 'stopping now\n'
    case 'warning':
      return `${paint.yellow('warning:')} ${printable(event.message)}\n`
    case 'ended':
      return renderEnded(event, paint)
  }
}

type Of<Name extends LoopEvent['event']> = Extract<LoopEvent, { event: Name }>

function renderStarted(
  { loop, goal, agent, criteria, limits, workTree, branch, resumed }: Of<'started'>,
  paint: Paint,
): string {
  const field = (name: string, value: string): string => `  ${paint.dim(name.padEnd(9))} ${value}\n`
  return [
    `${paint.yellow(loop)} ${resumed ? 'goes on: ' : ''}${goal.split('\n')[0]}\n`,
    field('agent', agent),
    ...criteria.map((criterion) =>
      field('criterion', `${labelOf(criterion)}${commandOf(criterion)} (${criterion.from})`),
    ),
    field('limits', renderLimits(limits)),
    field('in', branch === undefined ? workTree : `${workTree}, branch ${branch}`),
  ].join('')
}

export function commandOf({
  type,
  command,
  marker,
}: {
  type: string
  command?: string
  marker?: string
}): string {
  if (type === 'custom') return ''
  return `: ${command ?? marker}`
}

export function renderLimits({ maxIterations, maxDurationMs, noProgress, maxCostUsd }: Limits): string {
  const cost = maxCostUsd > 0 ? [`$${maxCostUsd}`] : []
  return [
    `${maxIterations} iterations`,
    renderDuration(maxDurationMs),
    ...cost,
    `${noProgress} without progress`,
  ].join(', ')
}

function renderIteration(event: Of<'iteration'>, paint: Paint): string {
  const { iteration, outcome, verdict, durationMs, files, tokens, costUsd, failure } = event
  const told = [
    outcome,
    ...(verdict ? [VERDICT_WORDS[verdict]] : []),
    files.length === 1 ? '1 file' : `${files.length} files`,
    renderDuration(durationMs),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(costUsd > 0 ? [`$${costUsd.toFixed(4)}`] : []),
  ]
  const why =
    failure?.startsWith('the agent') || failure?.startsWith('cannot') ? ` (${failure.split('\n')[0]})` : ''
  return `  ${paint.dim(`iteration ${iteration}: ${told.join(', ')}${why}`)}\n`
}

function renderEnded(
  { loop, status, reason, detail, elapsedMs, tokens, costUsd }: Of<'ended'>,
  paint: Paint,
): string {
  const mark = status === 'success' ? paint.green('✓') : paint.red('✗')
  const spent = [
    renderDuration(elapsedMs),
    ...(tokens > 0 ? [`${tokens} tokens`] : []),
    ...(costUsd > 0 ? [`$${costUsd.toFixed(2)}`] : []),
  ]
  const next =
    status === 'success' || reason === 'agent-missing' || reason === 'error'
      ? ''
      : `  \`git ralph loop resume\` goes on, \`git ralph loop rollback 1\` puts the files back, \`git ralph loop log ${loop}\` tells all\n`
  return `${mark} ${detail} (${spent.join(', ')})\n${next}`
}
