import { MEMORY_TYPES } from '../data/shapes.js'
import { Chip } from '../parts/chip.js'
import type { Filter, NodeKind } from './model.js'

const KINDS: readonly [NodeKind, string][] = [
  ['memory', 'memories'],
  ['article', 'articles'],
  ['file', 'files'],
  ['tag', 'tags'],
]

interface Props {
  filter: Filter
  tags: readonly string[]
  onChange: (filter: Filter) => void
}

const turned = <T,>(set: ReadonlySet<T>, one: T): ReadonlySet<T> => {
  const next = new Set(set)
  if (!next.delete(one)) next.add(one)
  return next
}

export function Filters({ filter, tags, onChange }: Props) {
  return (
    <div class="graph-filters" role="group" aria-label="Filters">
      <input
        type="search"
        aria-label="Filter by text"
        placeholder="Filter by text"
        value={filter.text}
        onInput={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      <select
        aria-label="Tag"
        value={filter.tag}
        onChange={(event) => onChange({ ...filter, tag: event.currentTarget.value })}
      >
        <option value="">any tag</option>
        {tags.map((tag) => (
          <option key={tag} value={tag}>
            {tag}
          </option>
        ))}
      </select>
      <div class="chips">
        {KINDS.map(([kind, says]) => (
          <Chip
            key={kind}
            pressed={filter.kinds.has(kind)}
            onClick={() => onChange({ ...filter, kinds: turned(filter.kinds, kind) })}
          >
            <i class={`shape kind-${kind}`} />
            {says}
          </Chip>
        ))}
        {MEMORY_TYPES.map((type) => (
          <Chip
            key={type}
            pressed={filter.types.has(type)}
            onClick={() => onChange({ ...filter, types: turned(filter.types, type) })}
          >
            <i class={`shape dot-${type}`} />
            {type}
          </Chip>
        ))}
        <Chip pressed={filter.lonely} onClick={() => onChange({ ...filter, lonely: !filter.lonely })}>
          without links
        </Chip>
      </div>
    </div>
  )
}
