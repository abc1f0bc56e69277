import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Icon } from './icon.js'

interface Props {
  title: string
  onClose: () => void
  children: ComponentChildren
  /** For more than a few words. */
  wide?: boolean
}

/** A native modal dialog: it is open as long as it is rendered. Focus goes back to where it was. */
export function Dialog({ title, onClose, children, wide = false }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={wide ? 'wide' : ''}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => event.target === element.current && element.current?.close()}
    >
      <div class="inside">
        <header>
          <h2 id={heading}>{title}</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={() => element.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
