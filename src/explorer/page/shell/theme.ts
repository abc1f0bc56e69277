/** Light, dark, or as the system is. Built as a script of its own that runs before anything is painted. */
export type Theme = 'auto' | 'light' | 'dark'
const KEY = 'ralph-theme'

export const readTheme = (): Theme => (localStorage.getItem(KEY) as Theme | null) ?? 'auto'

export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  document.documentElement.dataset['theme'] = theme
}
