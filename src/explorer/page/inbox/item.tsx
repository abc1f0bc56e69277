import type { ComponentChildren } from 'preact'

export interface Action {
  label: string
  /** `a`, `e` or `d`: what it means to most of them. */
  key: string
  does: () => void
}

/** Something to decide on, whatever it is. */
export interface Item {
  key: string
  head: ComponentChildren
  body: ComponentChildren
  actions: Action[]
}

interface Props {
  item: Item
  isChosen: boolean
  readOnly: boolean
  onChoose: () => void
}

export function ItemCard({ item, isChosen, readOnly, onChoose }: Props) {
  return (
    <article
      class={isChosen ? 'item chosen' : 'item'}
      id={`item-${item.key}`}
      tabIndex={-1}
      aria-current={isChosen ? 'true' : undefined}
      onFocusCapture={onChoose}
      onClick={onChoose}
    >
      <div class="about">{item.head}</div>
      {item.body}
      {!readOnly && (
        <div class="actions">
          {item.actions.map(({ label, key, does }, at) => (
            <button
              key={key}
              type="button"
              class={at === 0 ? 'primary' : ''}
              onClick={does}
              title={`${label} (${key})`}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </article>
  )
}
