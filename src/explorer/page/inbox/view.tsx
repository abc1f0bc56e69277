/** What waits for a person: proposals, what came in and looks like orders, and what the code has moved away from. */
import { useState } from 'preact/hooks'
import { isReadOnly } from '../data/cache.js'
import { useApi } from '../data/use-api.js'
import { Empty, Failed, Loading } from '../parts/states.js'
import { useKeys } from '../shell/keys.js'
import { heldItem } from './held.js'
import type { Item } from './item.js'
import { ItemCard } from './item.js'
import { proposalItem } from './proposal.js'
import type { Held, Proposal, Stale } from './shapes.js'
import { staleItem } from './stale.js'

const GROUPS = [
  { name: 'Proposed', says: 'by sessions and loops: nothing of it is remembered unless you approve it' },
  { name: 'In quarantine', says: 'came with a pull and looks like orders to the agent' },
  { name: 'Stale', says: 'the code that it speaks of is no longer what it was' },
] as const
/** More are not decided on in one sitting. */
const SHOWN = 100

export function View() {
  const live = !isReadOnly()
  const proposals = useApi<{ proposals: Proposal[] }>(live ? 'inbox' : null)
  const held = useApi<{ entries: Held[] }>(live ? 'review' : null)
  const stale = useApi<{ memories: Stale[] }>('stale')
  const answers = live ? [proposals, held, stale] : [stale]
  const items: Item[][] = [
    (proposals.data?.proposals ?? []).map(proposalItem),
    (held.data?.entries ?? []).filter(({ state }) => state === 'held').map(heldItem),
    (stale.data?.memories ?? []).map(staleItem),
  ]
  const shown = items.map((group) => group.slice(0, SHOWN))
  const all = shown.flat()
  const [cursor, setCursor] = useState(0)
  const at = Math.min(cursor, all.length - 1)
  const chosen = all[at]

  const move = (by: number): void => {
    const next = Math.max(0, Math.min(all.length - 1, at + by))
    setCursor(next)
    const card = document.getElementById(`item-${all[next]?.key}`)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  }
  const press = (key: string) => () => chosen?.actions.find((action) => action.key === key)?.does()
  useKeys('Inbox', [
    { key: 'j', says: 'next', does: () => move(1) },
    { key: 'k', says: 'the one before', does: () => move(-1) },
    ...(live
      ? [
          { key: 'a', says: 'approve, or re-anchor', does: press('a') },
          { key: 'e', says: 'edit', does: press('e') },
          { key: 'd', says: 'dismiss, reject or forget', does: press('d') },
        ]
      : []),
  ])
  return (
    <div class="view inbox">
      <header>
        <h1>Inbox</h1>
        <p class="muted keys-hint">
          <kbd>j</kbd> <kbd>k</kbd> move
          {live && (
            <>
              , <kbd>a</kbd> approve, <kbd>e</kbd> edit, <kbd>d</kbd> dismiss
            </>
          )}
        </p>
      </header>
      {answers.map(({ error }, group) => error && <Failed key={group} error={error} />)}
      {all.length === 0 && answers.some(({ loading }) => loading) && <Loading />}
      {all.length === 0 && answers.every(({ data }) => data) && (
        <Empty title="Nothing waits for you">
          <p>Proposals of sessions, suspicious memories of others and stale ones appear here.</p>
        </Empty>
      )}
      {GROUPS.map(({ name, says }, group) => {
        const own = shown[group]!
        return (
          own.length > 0 && (
            <section key={name}>
              <h2>
                {name} <span class="badge">{items[group]!.length}</span>
              </h2>
              <p class="muted">{says}</p>
              {own.map((item) => (
                <ItemCard
                  key={item.key}
                  item={item}
                  isChosen={item === chosen}
                  readOnly={!live}
                  onChoose={() => setCursor(all.indexOf(item))}
                />
              ))}
              {items[group]!.length > own.length && (
                <p class="muted">and {items[group]!.length - own.length} more, after these</p>
              )}
            </section>
          )
        )
      })}
    </div>
  )
}
