/** The hits, as many as there are: only those in sight are in the document. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Hit } from '../data/shapes.js'
import { Row } from './row.js'

export const ROW_HEIGHT = 58
const BEYOND = 6

interface Props {
  hits: Hit[]
  total: number
  chosen: number
  /** What is shown answers an earlier question. */
  isBusy: boolean
  onChoose: (at: number) => void
  onNearEnd: () => void
}

export function Results({ hits, total, chosen, isBusy, onChoose, onNearEnd }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [{ top, height }, setSeen] = useState({ top: 0, height: 900 })
  const look = (): void => {
    const element = box.current
    if (element) setSeen({ top: element.scrollTop, height: element.clientHeight })
  }
  useEffect(() => {
    const observer = new ResizeObserver(look)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = box.current
    if (!element || chosen < 0) return
    const at = chosen * ROW_HEIGHT
    if (at < element.scrollTop) element.scrollTop = at
    else if (at + ROW_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = at + ROW_HEIGHT - element.clientHeight
  }, [chosen])

  const from = Math.max(0, Math.floor(top / ROW_HEIGHT) - BEYOND)
  const to = Math.min(hits.length, Math.ceil((top + height) / ROW_HEIGHT) + BEYOND)
  useEffect(() => {
    if (to >= hits.length - BEYOND && hits.length < total) onNearEnd()
  }, [to, hits.length, total])
  return (
    <div
      class="results"
      ref={box}
      onScroll={look}
      id="hits"
      role="listbox"
      aria-label="Hits"
      aria-busy={isBusy}
      tabIndex={-1}
    >
      <div class="all" style={{ height: `${hits.length * ROW_HEIGHT}px` }} role="presentation">
        <div class="seen" style={{ transform: `translateY(${from * ROW_HEIGHT}px)` }} role="presentation">
          {hits.slice(from, to).map((hit, at) => (
            <Row
              key={`${hit.id} ${hit.branches?.[0] ?? ''} ${from + at}`}
              hit={hit}
              at={from + at}
              total={total}
              isChosen={from + at === chosen}
              onChoose={onChoose}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
