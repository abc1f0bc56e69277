import { signal } from '@preact/signals'
import { Dialog } from '../parts/dialog.js'
import { groups } from './keys.js'

const shown = signal(false)
export const showHelp = (): void => {
  shown.value = true
}

const SPOKEN: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', ' ': 'Space' }

/** Every key that is in force, by where it comes from. */
export function Help() {
  if (!shown.value) return null
  return (
    <Dialog title="Keys" onClose={() => (shown.value = false)}>
      <div class="keys">
        {groups.value.map(({ current: { title, keys } }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ key, says }) => (
                <div key={key}>
                  <dt>
                    <kbd>{SPOKEN[key] ?? key}</kbd>
                  </dt>
                  <dd>{says}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
