import type { Memory } from '../data/shapes.js'
import { titleOf } from '../parts/title-of.js'
import { entryHref } from '../shell/route.js'

const readable = (rel: string): string => rel.replaceAll('_', ' ')

/** What it links to, and what links to it. Links in the text are in the text. */
export function Links({ memory: { links = [], supersedes, backlinks = [] } }: { memory: Memory }) {
  const out = [...links, ...(supersedes === undefined ? [] : [{ to: supersedes, rel: 'supersedes' }])]
  if (out.length + backlinks.length === 0) return null
  return (
    <section class="part">
      <h2>Links</h2>
      <ul class="links">
        {out.map(({ to, rel }) => (
          <li key={`${rel} ${to}`}>
            <span class="muted">{readable(rel)}</span> <a href={entryHref(to)}>{to}</a>
          </li>
        ))}
        {backlinks.map(({ from, rel, title }) => (
          <li key={`${rel} ${from}`}>
            <a href={entryHref(from)}>{titleOf({ content: title })}</a>{' '}
            <span class="muted">{readable(rel)} this</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
