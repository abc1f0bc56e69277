/** Where one is: `#/search?q=postgres&id=mem-1`. The address is the state, so that reloading and going back work. */
import { signal } from '@preact/signals'

export interface Route {
  view: string
  params: Record<string, string>
}

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return { view: path || 'search', params: Object.fromEntries(new URLSearchParams(search)) }
}

export function renderRoute(view: string, params: Record<string, string | undefined> = {}): string {
  const given = Object.entries(params).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const search = new URLSearchParams(given).toString()
  return `#/${view}${search && `?${search}`}`
}

export const route = signal<Route>({ view: 'search', params: {} })

export function followAddress(): void {
  const read = (): void => {
    route.value = parseRoute(location.hash)
  }
  addEventListener('hashchange', read)
  addEventListener('popstate', read)
  read()
}

export function go(view: string, params: Record<string, string | undefined> = {}): void {
  history.pushState(null, '', renderRoute(view, params))
  route.value = parseRoute(location.hash)
}

/** Changes some parameters of where one is; `replace` leaves no step to go back to. */
export function setParams(patch: Record<string, string | undefined>, replace = false): void {
  const { view, params } = route.peek()
  const address = renderRoute(view, { ...params, ...patch })
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  route.value = parseRoute(location.hash)
}

export const entryHref = (id: string, line?: string): string => renderRoute('search', { id, line })
