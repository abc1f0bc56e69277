import { createLiveSource } from './live-source.js'
import type { Source } from './source.js'
import { takeToken } from './token.js'

/** An exported page says in its head that its data lies beside it. */
export async function chooseSource(): Promise<Source> {
  if (document.querySelector('meta[name="ralph-source"][content="site"]'))
    return (await import('./site/site-source.js')).createSiteSource()
  return createLiveSource(takeToken())
}
