import type { ComponentChildren } from 'preact'
import type { MemoryType } from '../data/shapes.js'
import { Icon } from './icon.js'

interface ChipProps {
  pressed?: boolean
  onClick: () => void
  children: ComponentChildren
  title?: string
}

/** A filter that is on or off. */
export function Chip({ pressed = false, onClick, children, title }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={pressed} onClick={onClick} title={title}>
      {children}
    </button>
  )
}

/** A filter that is on, to be taken away. */
export function RemovableChip({ onClick, children }: { onClick: () => void; children: ComponentChildren }) {
  return (
    <button type="button" class="chip" aria-pressed="true" onClick={onClick} title="Remove this filter">
      {children}
      <Icon name="close" />
    </button>
  )
}

export function TypeLabel({ type }: { type: MemoryType }) {
  return <span class={`type type-${type}`}>{type}</span>
}

export function Tag({ name }: { name: string }) {
  return <span class="tag">{name}</span>
}
