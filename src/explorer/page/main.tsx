/** The page of `git ralph explore`. It imports nothing of the rest of git-ralph but types: see docs/architecture.md. */
import { render } from 'preact'
import { useSource } from './data/cache.js'
import { chooseSource } from './data/choose-source.js'
import { App } from './shell/app.js'
import { listenForKeys } from './shell/keys.js'
import { followAddress } from './shell/route.js'

useSource(await chooseSource())
followAddress()
listenForKeys()
render(<App />, document.querySelector('#page')!)
