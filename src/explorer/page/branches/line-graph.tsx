import { useMemo } from 'preact/hooks'
import { useWidth } from '../parts/use-width.js'
import { renderAge } from '../parts/when.js'
import type { LineSpan } from './history.js'
import { endsOf, layOut, pathOf, type Placed, scaleOf, ticksOf } from './lanes.js'

interface Props {
  spans: readonly LineSpan[]
  chosen: readonly string[]
  onChoose: (branch: string) => void
}

const LANE = 34
const TOP = 18
const AXIS = 26
const SIDE = 16
/** Where it is narrower, names would lie on each other: the table has them. */
const NAMED_FROM = 560
/** Dots nearer than this look like one. */
const DOT_GAP = 5

const STATES = [
  ['live', 'live'],
  ['landed', 'landed in its base'],
  ['abandoned', 'its branch is gone, and it never landed'],
  ['remote', 'on a remote alone'],
] as const

const stateOf = (span: LineSpan): (typeof STATES)[number][0] => span.line?.state ?? 'landed'

/** Lines over time. The table below says and does the same for those who can't see or point. */
export function LineGraph({ spans, chosen, onChoose }: Props) {
  const [frame, width] = useWidth(900)
  const lanes = useMemo(() => layOut(spans), [spans])
  const x = scaleOf(lanes.from, lanes.to, SIDE, width - SIDE - 20)
  const y = (lane: number): number => TOP + lane * LANE + LANE / 2
  const height = TOP + lanes.count * LANE + AXIS
  const ends = endsOf(lanes.placed, x)
  const path = (placed: Placed<LineSpan>): string => pathOf(placed, ends.get(placed.span.branch)!, x, y)
  const states = STATES.filter(([state]) => spans.some((span) => stateOf(span) === state))
  return (
    <div class="line-graph" ref={frame}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${spans.length} lines over time; listed below`}
      >
        {ticksOf(lanes.from, lanes.to, Math.max(2, width / 90)).map(({ time, label }) => (
          <g key={time} class="tick">
            <line x1={x(time)} x2={x(time)} y1={TOP - 8} y2={height - AXIS + 4} />
            <text x={x(time)} y={height - 7}>
              {label}
            </text>
          </g>
        ))}
        {lanes.placed
          .filter(({ span }) => chosen.includes(span.branch))
          .map((placed) => (
            <path key={placed.span.branch} class="chosen-span" d={path(placed)} />
          ))}
        {lanes.placed.map((placed) => {
          const { span, lane } = placed
          const isChosen = chosen.includes(span.branch)
          const left = Math.min(x(span.from) + 18, width - SIDE - span.branch.length * 7)
          return (
            <g
              key={span.branch}
              class={`span ${stateOf(span)}${isChosen ? ' chosen' : ''}`}
              onClick={() => span.line && onChoose(span.branch)}
            >
              <title>{titleOf(span)}</title>
              <path class="reach" d={path(placed)} />
              <path class="stroke" d={path(placed)} />
              {thinOut(span.writes.map(x)).map((at) => (
                <circle
                  key={at}
                  cx={Math.max(at, x(span.from) + (placed.baseLane === undefined ? 0 : 14))}
                  cy={y(lane)}
                  r={2}
                />
              ))}
              <circle class="tip" cx={ends.get(span.branch)} cy={y(lane)} r={4} />
              {(width >= NAMED_FROM || isChosen) && (
                <text x={Math.max(SIDE, left)} y={y(lane) - 7}>
                  {span.branch}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <ul class="legend">
        {states.map(([state, says]) => (
          <li key={state} class={`span ${state}`}>
            <svg width="22" height="8" aria-hidden="true">
              <path class="stroke" d="M0 4H22" />
            </svg>
            {says}
          </li>
        ))}
      </ul>
    </div>
  )
}

function titleOf({ branch, line, writes, to, landed }: LineSpan): string {
  const what = landed !== undefined && !line ? `landed ${ageOf(landed)}` : `last write ${ageOf(to)}`
  const counts = line
    ? `${line.memories} memories, ${line.ahead.memories} of its own`
    : `${writes.length} writes`
  return `${branch}: ${counts}, ${what}`
}

const ageOf = (at: number): string => renderAge(new Date(at).toISOString(), Date.now())

function thinOut(places: readonly number[]): number[] {
  const kept: number[] = []
  for (const at of places) if (kept.length === 0 || at - kept.at(-1)! >= DOT_GAP) kept.push(at)
  return kept
}
