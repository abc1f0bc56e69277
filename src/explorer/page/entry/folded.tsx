import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** Shows, and asks for, what is inside only once it is opened. */
export function Folded({ title, children }: { title: string; children: ComponentChildren }) {
  const [open, setOpen] = useState(false)
  return (
    <details class="folded" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {open && <div class="unfolded">{children}</div>}
    </details>
  )
}
