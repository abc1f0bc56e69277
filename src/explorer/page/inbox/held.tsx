import { attempt } from '../data/act.js'
import type { Item } from './item.js'
import type { Held } from './shapes.js'

/** Its text is shown as it is, never rendered: it is here because it is suspicious. */
export const heldItem = ({ id, why, from, text }: Held): Item => ({
  key: id,
  head: (
    <>
      <span class="badge bad">quarantined</span>
      <span class="mono">{id}</span>
      <span>from {from}</span>
    </>
  ),
  body: (
    <>
      <pre class="held">{text}</pre>
      <p class="muted">{why.join('; ')}</p>
    </>
  ),
  actions: [
    {
      label: 'Let it pass',
      key: 'a',
      does: () => void attempt('review', { action: 'approve', ids: [id] }, `approved ${id}`),
    },
    {
      label: 'Reject',
      key: 'd',
      does: () => void attempt('review', { action: 'reject', ids: [id] }, `rejected ${id}`),
    },
  ],
})
