import type { ComponentChildren } from 'preact'
import { useApi } from '../data/use-api.js'
import { LineDiff } from '../parts/line-diff.js'
import { MemoryCard } from '../parts/memory-card.js'
import { Answered, Empty } from '../parts/states.js'
import type { MemoryDiff } from './shapes.js'

/** More are not read one by one; `git ralph diff` has them all. */
const SHOWN = 100

export function DiffPanel({ from, to, onSwap }: { from: string; to: string; onSwap: () => void }) {
  const answer = useApi<MemoryDiff>('diff', { range: `${from}..${to}` })
  return (
    <section class="diff-panel" aria-label={`What ${to} has that ${from} has not`}>
      <header>
        <h2>
          <span class="mono">{from}</span> → <span class="mono">{to}</span>
        </h2>
        <button type="button" onClick={onSwap}>
          Swap
        </button>
      </header>
      <Answered answer={answer}>
        {({ added, changed, forgotten }) =>
          added.length + changed.length + forgotten.length === 0 ? (
            <Empty title={`${to} knows nothing that ${from} does not`} />
          ) : (
            <>
              <Group title="Added" count={added.length} tone="good">
                {added.slice(0, SHOWN).map((memory) => (
                  <MemoryCard key={memory.id} memory={memory} />
                ))}
              </Group>
              <Group title="Changed" count={changed.length} tone="warn">
                {changed.slice(0, SHOWN).map(({ before, after, fields, lines }) => (
                  <MemoryCard key={after.id} memory={after}>
                    {lines.length > 0 ? (
                      <LineDiff lines={lines} />
                    ) : (
                      <p class="muted">
                        {fields.map(({ field }) => field).join(', ')} of {before.id}
                      </p>
                    )}
                  </MemoryCard>
                ))}
              </Group>
              <Group title="Forgotten" count={forgotten.length} tone="bad">
                {forgotten.slice(0, SHOWN).map((memory) => (
                  <MemoryCard key={memory.id} memory={memory} />
                ))}
              </Group>
            </>
          )
        }
      </Answered>
    </section>
  )
}

interface GroupProps {
  title: string
  count: number
  tone: string
  children: ComponentChildren
}

function Group({ title, count, tone, children }: GroupProps) {
  if (count === 0) return null
  return (
    <details open={count <= 20}>
      <summary>
        <h3>{title}</h3> <span class={`badge ${tone}`}>{count}</span>
      </summary>
      {children}
      {count > SHOWN && <p class="muted">and {count - SHOWN} more</p>}
    </details>
  )
}
