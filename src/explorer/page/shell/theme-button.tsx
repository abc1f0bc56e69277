import { useState } from 'preact/hooks'
import { Icon } from '../parts/icon.js'
import { applyTheme, readTheme } from './theme.js'
import type { Theme } from './theme.js'

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const
const ICON = { auto: 'auto', light: 'sun', dark: 'moon' } as const
const SAYS: Record<Theme, string> = { auto: 'as the system is', light: 'light', dark: 'dark' }

export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme())
  const change = (): void => {
    applyTheme(NEXT[theme])
    setTheme(NEXT[theme])
  }
  return (
    <button
      type="button"
      class="quiet"
      onClick={change}
      title={`Colours: ${SAYS[theme]}`}
      aria-label={`Colours: ${SAYS[theme]}`}
    >
      <Icon name={ICON[theme]} />
    </button>
  )
}
