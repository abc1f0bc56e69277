/** Shows a running loop: events as JSON lines, lines of text, and on a terminal a status line below them. */
import type { Env } from '../../env.js'
import { describeResult } from '../../loop-rules/criterion.js'
import { renderDuration } from '../../loop-rules/duration.js'
import { fit } from '../../memory/width.js'
import type { LoopEvent, Tell } from '../../loop-rules/events.js'
import { paintFor } from '../colour.js'
import { renderJsonLine } from '../json.js'
import { renderEvent } from './lines.js'

export interface Show {
  tell: Tell
  /** Leaves the terminal to a question, until the next event. */
  hold(): void
  end(): void
}

export function showLoop(env: Env, format: 'text' | 'json'): Show {
  if (format === 'json')
    return {
      tell: (event) => env.stdout.write(renderJsonLine('loop-event', { ...event })),
      hold: () => {},
      end: () => {},
    }
  const status = env.stderr.isTTY && env.vars['TERM'] !== 'dumb' ? statusLine(env) : undefined
  const paint = paintFor(env.stdout, env.vars)
  let most = 0
  let atLineStart = true
  return {
    tell(event) {
      if (event.event === 'started') most = event.limits.maxIterations
      const text = renderEvent(event, paint, most)
      status?.hide()
      if (text !== '') {
        // An agent's last line may have no end.
        const gap = !atLineStart && event.event !== 'output' ? '\n' : ''
        env.stdout.write(gap + text)
        atLineStart = text.endsWith('\n')
      }
      status?.see(event)
      if (atLineStart) status?.show()
    },
    hold: () => status?.hide(),
    end: () => status?.stop(),
  }
}

/** Of a criterion that is a long command line. */
const LABEL_COLUMNS = 24
const CLEAR = '\r\u001b[K'

/** `iteration 2/10 · 1m 03s · agent · npm test: 2 failing · 12345 tokens · learnt: …` */
function statusLine(env: Env) {
  let began = env.now().getTime()
  let [most, iteration, phase, tokens, cost, learnt] = [0, 0, '', 0, 0, '']
  const checks = new Map<string, string>()
  let [shown, over] = [false, false]
  const hide = (): void => {
    if (shown) env.stderr.write(CLEAR)
    shown = false
  }
  const show = (): void => {
    hide()
    if (over) return
    const parts = [
      iteration === 0 ? 'first check' : `iteration ${iteration}/${most}`,
      renderDuration(env.now().getTime() - began),
      phase,
      ...[...checks].map(([label, state]) => `${label}: ${state}`),
      ...(tokens > 0 ? [`${tokens} tokens`] : []),
      ...(cost > 0 ? [`$${cost.toFixed(2)}`] : []),
      ...(learnt === '' ? [] : [`learnt: ${learnt}`]),
    ]
    env.stderr.write(CLEAR + fit(parts.filter(Boolean).join(' · '), (env.stderr.columns || 80) - 1))
    shown = true
  }
  const timer = setInterval(() => void (shown && show()), 1_000)
  timer.unref()
  return {
    hide,
    show,
    stop(): void {
      over = true
      clearInterval(timer)
      hide()
    },
    see(event: LoopEvent): void {
      if (event.event === 'started') most = event.limits.maxIterations
      if (event.event === 'phase') {
        ;({ iteration } = event)
        phase = event.what === undefined ? event.phase : `${event.phase} ${fit(event.what, LABEL_COLUMNS)}`
        began = env.now().getTime() - event.elapsedMs
      }
      if (event.event === 'checked') {
        const { before, result, label } = event
        const then =
          before && describeResult(before) !== describeResult(result) ? `${describeResult(before)} → ` : ''
        checks.set(fit(label, LABEL_COLUMNS), then + describeResult(result))
      }
      if (event.event === 'learnt') learnt = event.titles.at(-1) ?? learnt
      if (event.event === 'iteration') {
        tokens += event.tokens ?? 0
        cost += event.costUsd
      }
      if (event.event === 'ended') this.stop()
    },
  }
}
