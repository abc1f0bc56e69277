import { dismissToast, heldToast, toasts, undo } from '../data/act.js'
import { Icon } from '../parts/icon.js'
import { Hint } from '../parts/hint.js'

const letGo = (): void => {
  heldToast.value = undefined
}

export function Toasts() {
  return (
    <div class="toasts" role="log" aria-label="What happened" aria-live="polite">
      {toasts.value.map((toast) => (
        <div
          key={toast.id}
          class={`toast ${toast.tone}`}
          onMouseEnter={() => (heldToast.value = toast.id)}
          onMouseLeave={letGo}
          onFocusIn={() => (heldToast.value = toast.id)}
          onFocusOut={letGo}
        >
          <div class="text">
            {toast.text}
            {toast.hint !== undefined && <Hint text={toast.hint} />}
          </div>
          {toast.undo && (
            <button type="button" onClick={() => void undo(toast.undo)}>
              Undo
            </button>
          )}
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => dismissToast(toast.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
