/**
 * Which key does what, here and now. Each view brings its own keys while it is shown; the newest meaning of a key wins. The help
 * dialog lists what is in force.
 */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

export interface Key {
  /** As KeyboardEvent.key has it, with `Ctrl+` before it when it is held. */
  key: string
  says: string
  /** Absent where an element has the key itself, and it is only told of. */
  does?: (event: KeyboardEvent) => void
  /** Also while one is typing in a field. */
  inFields?: boolean
}

export interface KeyGroup {
  title: string
  keys: Key[]
}

export const groups = signal<{ current: KeyGroup }[]>([])

export function useKeys(title: string, keys: Key[]): void {
  const group = useRef<KeyGroup>({ title, keys })
  group.current = { title, keys }
  useEffect(() => {
    groups.value = [...groups.peek(), group]
    return () => {
      groups.value = groups.peek().filter((other) => other !== group)
    }
  }, [])
}

export function listenForKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    const name = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.key}`
    const typing = isField(event.target)
    // A dialog has the keyboard to itself.
    if (document.querySelector('dialog[open]')) return
    const found = groups
      .peek()
      .flatMap(({ current }) => current.keys)
      .findLast(({ key, inFields, does }) => does && key === name && (!typing || inFields))
    if (!found?.does) return
    event.preventDefault()
    found.does(event)
  })
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type)))
