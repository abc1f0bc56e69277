/** How sessions and what was observed in them are printed. */
import type { Env } from '../env.js'
import type { Observation } from '../session/observation.js'
import type { SessionSummary } from '../session/summary.js'
import type { SessionHit } from '../verbs/sessions/search.js'
import { paintFor } from './colour.js'
import { printable } from './output.js'
import { renderTable } from './table.js'

const SHORT_ID = 12

/** `2026-11-18 10:00`. */
const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ')
const shortId = (session: string): string => session.slice(0, SHORT_ID)

export function printSessions(env: Env, sessions: readonly SessionSummary[]): void {
  if (sessions.length === 0) {
    env.stdout.write('no sessions\n')
    return
  }
  const paint = paintFor(env.stdout, env.vars)
  const columns = [
    { title: 'SESSION', paint: paint.yellow },
    { title: 'STARTED', paint: paint.dim },
    { title: 'AGENT', paint: paint.cyan },
    { title: 'BRANCH', shrinks: true as const },
    { title: 'SEEN', align: 'right' as const },
    { title: 'COMMITS', align: 'right' as const },
    { title: 'SUMMARY', shrinks: true as const },
  ]
  const rows = sessions.map((one) => [
    shortId(one.session),
    minuteOf(one.start),
    one.agent,
    one.branch ?? '',
    String(seen(one)),
    String(one.commits.length),
    `${one.end ? '' : '(going on) '}${one.text}`,
  ])
  env.stdout.write(renderTable(columns, rows, env.stdout.columns))
}

const seen = ({ counts }: SessionSummary): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

export function printSession(
  env: Env,
  session: SessionSummary,
  observations: readonly Observation[],
  full: boolean,
): void {
  const paint = paintFor(env.stdout, env.vars)
  const field = (name: string, value: string | undefined): string =>
    value ? `${paint.dim(`${name}:`)} ${printable(value)}\n` : ''
  env.stdout.write(
    `${paint.yellow(printable(session.session))} ${paint.cyan(session.agent)}\n` +
      field('branch', session.branch) +
      field('started', session.start) +
      field('ended', session.end ?? 'not yet') +
      field('loop', session.loop) +
      field('tags', session.tags.join(', ')) +
      `\n${printable(session.text)}\n\n`,
  )
  for (const one of observations) {
    const what = [
      one.at.slice(11, 19),
      one.event === 'after-tool' ? one.type : one.event,
      one.tool,
      one.command ?? one.files?.join(', '),
      one.how,
      one.event === 'commit' ? one.commit : undefined,
    ]
    const said = one.text ?? one.error ?? (full ? one.result : undefined) ?? ''
    const line = printable(what.filter(Boolean).join(' ').replace(/\s+/g, ' '))
    const shown = full ? said : said.split('\n').slice(0, 2).join('\n')
    env.stdout.write(`${paint.dim(line.slice(0, 8))}${line.slice(8)}\n${indented(shown)}`)
  }
}

function indented(text: string): string {
  return text === '' ? '' : `${printable(text).replace(/^/gm, '         ')}\n`
}

export function printHits(env: Env, hits: readonly SessionHit[]): void {
  if (hits.length === 0) {
    env.stdout.write('nothing was observed that answers this\n')
    return
  }
  const paint = paintFor(env.stdout, env.vars)
  const columns = [
    { title: 'SESSION', paint: paint.yellow },
    { title: 'TYPE', paint: paint.cyan },
    { title: 'SCORE', align: 'right' as const },
    { title: 'AT', paint: paint.dim },
    { title: 'TEXT', shrinks: true as const },
  ]
  const rows = hits.map(({ session, type, score, at, text }) => [
    shortId(session),
    type,
    score.toFixed(2),
    minuteOf(at),
    text,
  ])
  env.stdout.write(renderTable(columns, rows, env.stdout.columns))
}
