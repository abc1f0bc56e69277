import type { Hit } from '../data/shapes.js'
import { Tag, TypeLabel } from '../parts/chip.js'
import { titleOf } from '../parts/title-of.js'
import { When } from '../parts/when.js'

interface Props {
  hit: Hit
  at: number
  total: number
  isChosen: boolean
  onChoose: (at: number) => void
}

const SHOWN_TAGS = 4

/** A hit in two lines. Always as high as ROW_HEIGHT. */
export function Row({ hit, at, total, isChosen, onChoose }: Props) {
  const branch = hit.branches?.[0]
  return (
    <div
      class="row"
      role="option"
      id={`hit-${at}`}
      aria-selected={isChosen}
      aria-posinset={at + 1}
      aria-setsize={total}
      onClick={() => onChoose(at)}
    >
      <div class="title" dir="auto">
        {titleOf(hit)}
      </div>
      <div class="about">
        <TypeLabel type={hit.type} />
        <When time={hit.updated ?? hit.created} />
        {hit.code && <span class="badge warn">code {hit.code}</span>}
        {hit.quarantine && <span class="badge bad">quarantined</span>}
        {hit.past && <span class="badge">{hit.past.state}</span>}
        {branch !== undefined && <span class="badge">on {branch}</span>}
        {hit.tags.slice(0, SHOWN_TAGS).map((tag) => (
          <Tag key={tag} name={tag} />
        ))}
      </div>
    </div>
  )
}
