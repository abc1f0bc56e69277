import { attempt } from '../data/act.js'
import { forget } from '../entry/forget.js'
import { showForm } from '../entry/form-dialog.js'
import { TypeLabel } from '../parts/chip.js'
import { LineDiff } from '../parts/line-diff.js'
import { titleOf } from '../parts/title-of.js'
import { When } from '../parts/when.js'
import { entryHref } from '../shell/route.js'
import type { Item } from './item.js'
import type { Stale } from './shapes.js'

export const staleItem = (memory: Stale): Item => ({
  key: `stale-${memory.id}`,
  head: (
    <>
      <TypeLabel type={memory.type} />
      <span class={memory.state === 'moved' ? 'badge warn' : 'badge bad'}>{memory.state}</span>
      <When time={memory.updated ?? memory.created} />
    </>
  ),
  body: (
    <>
      <p>
        <a class="title" href={entryHref(memory.id)}>
          {titleOf(memory)}
        </a>
      </p>
      {memory.anchors
        .filter(({ state }) => state !== 'fresh')
        .map(({ path, lines, state, now, changes }, at) => (
          <div key={at}>
            <p class="muted">
              <span class="mono">{lines === undefined ? path : `${path}:${lines}`}</span> {state}
              {now && `, now ${now.path}${now.lines === undefined ? '' : `:${now.lines}`}`}
            </p>
            {changes && changes.length > 0 && <LineDiff lines={changes} />}
          </div>
        ))}
    </>
  ),
  actions: [
    {
      label: 'Still true: re-anchor',
      key: 'a',
      does: () => void attempt('edit', { id: memory.id, reanchor: true }, `re-anchored ${memory.id}`),
    },
    { label: 'Edit', key: 'e', does: () => void showForm(memory.id) },
    { label: 'Forget', key: 'd', does: () => void forget(memory.id) },
  ],
})
