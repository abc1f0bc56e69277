const KEY = 'ralph-token'

/**
 * The token comes in the fragment of the address that `git ralph explore` printed. It moves into this tab's storage at once, so
 * that neither the history nor a copied address has it.
 */
export function takeToken(): string | undefined {
  const given = /^#token=([^&]+)&?(.*)$/.exec(location.hash)
  if (given) {
    sessionStorage.setItem(KEY, decodeURIComponent(given[1]!))
    history.replaceState(null, '', `${location.pathname}#${given[2] || '/search'}`)
  }
  return sessionStorage.getItem(KEY) ?? undefined
}
