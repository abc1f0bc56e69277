import type { ComponentChildren } from 'preact'
import type { Memory } from '../data/shapes.js'
import { entryHref } from '../shell/route.js'
import { Tag, TypeLabel } from './chip.js'
import { titleOf } from './title-of.js'
import { When } from './when.js'

interface Props {
  memory: Pick<Memory, 'id' | 'type' | 'title' | 'content' | 'tags' | 'created'>
  /** Buttons, or a remark. */
  children?: ComponentChildren
}

/** One memory in two lines, linked with its whole entry. */
export function MemoryCard({ memory, children }: Props) {
  return (
    <article class="memory-card">
      <a class="title" href={entryHref(memory.id)}>
        {titleOf(memory)}
      </a>
      <p class="about">
        <TypeLabel type={memory.type} />
        <When time={memory.created} />
        {memory.tags.map((tag) => (
          <Tag key={tag} name={tag} />
        ))}
      </p>
      {children}
    </article>
  )
}
