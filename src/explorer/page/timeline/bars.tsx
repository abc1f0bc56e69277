import { useRef, useState } from 'preact/hooks'
import { scaleOf, ticksOf } from '../branches/lanes.js'
import { useWidth } from '../parts/use-width.js'
import type { Buckets } from './buckets.js'

interface Props {
  buckets: Buckets
  from: number
  to: number
  /** What is chosen of it. */
  range: readonly [number, number] | undefined
  onRange: (range: readonly [number, number] | undefined) => void
}

const HEIGHT = 190
const AXIS = 24
const LEFT = 34

/** Stacked bars; drag over them to choose a time. The table behind `Show as a table` says the same. */
export function Bars({ buckets: { keys, buckets, highest }, from, to, range, onRange }: Props) {
  const [frame, width] = useWidth(900)
  const dragged = useRef<number>(undefined)
  const [draft, setDraft] = useState<readonly [number, number]>()
  const first = buckets[0]?.from ?? from
  const last = buckets.at(-1)?.to ?? to
  const x = scaleOf(first, last, LEFT, width - 4)
  const y = scaleOf(0, highest || 1, HEIGHT - AXIS, 8)
  const timeAt = (event: PointerEvent): number => {
    const box = (event.currentTarget as Element).getBoundingClientRect()
    return first + ((event.clientX - box.left - LEFT) / (width - 4 - LEFT)) * (last - first)
  }
  const shown = draft ?? range
  const finish = (): void => {
    // A click is not a range.
    if (draft) onRange(x(draft[1]) - x(draft[0]) < 6 ? undefined : draft)
    dragged.current = undefined
    setDraft(undefined)
  }
  return (
    <div class="bars" ref={frame}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label="Memories written over time; the table below has the numbers"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.current = timeAt(event)
        }}
        onPointerMove={(event) => {
          if (dragged.current === undefined) return
          const now = timeAt(event)
          setDraft([Math.min(now, dragged.current), Math.max(now, dragged.current)])
        }}
        onPointerUp={finish}
        onPointerCancel={finish}
      >
        {[0, highest / 2, highest].map((count) => (
          <g key={count} class="tick">
            <line x1={LEFT} x2={width} y1={y(count)} y2={y(count)} />
            <text class="level" x={LEFT - 6} y={y(count) + 4}>
              {Math.round(count)}
            </text>
          </g>
        ))}
        {ticksOf(first, last, Math.max(2, width / 90)).map(({ time, label }) => (
          <g key={time} class="tick">
            <text x={x(time)} y={HEIGHT - 6}>
              {label}
            </text>
          </g>
        ))}
        {buckets.map((bucket) => {
          let below = 0
          return (
            <g key={bucket.from}>
              <title>{`${dayOf(bucket.from)}: ${bucket.total}`}</title>
              {bucket.counts.map((count, place) => {
                const top = y((below += count))
                return count === 0 ? null : (
                  <rect
                    key={keys[place]}
                    class={`series-${place}`}
                    x={x(bucket.from) + 0.5}
                    width={Math.max(1, x(bucket.to) - x(bucket.from) - 1)}
                    y={top}
                    height={y(below - count) - top}
                  />
                )
              })}
            </g>
          )
        })}
        {shown && (
          <rect
            class="brush"
            x={x(shown[0])}
            width={x(shown[1]) - x(shown[0])}
            y={0}
            height={HEIGHT - AXIS}
          />
        )}
      </svg>
    </div>
  )
}

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
