import { useState } from 'preact/hooks'
import { attempt } from '../data/act.js'
import { isReadOnly } from '../data/cache.js'
import type { Memory } from '../data/shapes.js'
import { useApi } from '../data/use-api.js'
import { TypeLabel } from '../parts/chip.js'
import { Markdown } from '../parts/markdown.js'
import { When } from '../parts/when.js'
import type { Conflict } from './shapes.js'

/** Texts that two branches changed differently, side by side. Nothing is shown while there are none. */
export function Conflicts() {
  const { data } = useApi<{ conflicts: Conflict[] }>(isReadOnly() ? null : 'resolve')
  if (!data || data.conflicts.length === 0) return null
  const { length } = data.conflicts
  return (
    <section class="conflicts" aria-label="Conflicts">
      <h2>
        {length === 1
          ? 'One memory was changed differently on two branches'
          : `${length} memories were changed differently on two branches`}
      </h2>
      {data.conflicts.map((conflict) => (
        <OneConflict key={conflict.id} conflict={conflict} />
      ))}
    </section>
  )
}

function OneConflict({ conflict: { id, memory, variants } }: { conflict: Conflict }) {
  const sides = memory ? [memory, ...variants] : variants
  const [text, setText] = useState<string>()
  const settle = (body: Record<string, string | boolean>, says: string): void =>
    void attempt('resolve', { id, ...body }, says)
  return (
    <article class="conflict">
      <div class="sides">
        {sides.map((side) => (
          <Side
            key={side.id}
            memory={side}
            onKeep={() => settle({ keep: side.id }, 'kept one, the other is forgotten')}
          />
        ))}
      </div>
      {text !== undefined && (
        <label>
          What it should say
          <textarea rows={5} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
      )}
      <footer class="buttons">
        <button type="button" onClick={() => settle({ both: true }, 'kept both, as two memories')}>
          Keep both
        </button>
        {text === undefined ? (
          <button type="button" onClick={() => setText(sides.map(({ content }) => content).join('\n\n'))}>
            Write one of both…
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            onClick={() => settle({ 'merge-with': text }, 'both are one memory now')}
          >
            Store this text
          </button>
        )}
      </footer>
    </article>
  )
}

function Side({ memory, onKeep }: { memory: Memory; onKeep: () => void }) {
  return (
    <div class="side">
      <p class="about">
        <TypeLabel type={memory.type} />
        <When time={memory.updated ?? memory.created} />
        {memory.provenance && <span>by {memory.provenance.author}</span>}
        {memory.provenance?.branch !== undefined && <span>on {memory.provenance.branch}</span>}
      </p>
      <Markdown text={memory.content} />
      <button type="button" onClick={onKeep} aria-label={`Keep this: ${memory.id}`}>
        Keep this
      </button>
    </div>
  )
}
