import { signal } from '@preact/signals'

/** Where there is no room for the list and the entry beside it. The style sheet has the same width. */
const query = matchMedia('(max-width: 900px)')
export const isNarrow = signal(query.matches)
query.addEventListener('change', () => (isNarrow.value = query.matches))
