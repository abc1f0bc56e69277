import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { undo } from '../data/act.js'
import { isReadOnly } from '../data/cache.js'
import { asSourceError } from '../data/source.js'
import type { SourceError } from '../data/source.js'
import { FormDialog } from '../entry/form-dialog.js'
import { Failed, Loading } from '../parts/states.js'
import { Help, showHelp } from './help.js'
import { useKeys } from './keys.js'
import { Rail } from './rail.js'
import { go, route } from './route.js'
import { Toasts } from './toasts.js'
import { VIEWS } from './views.js'

export function App() {
  useKeys('Everywhere', [
    { key: '?', says: 'show the keys', does: showHelp },
    ...VIEWS.map(({ name, title, key }) => ({ key, says: title, does: () => go(name) })),
    { key: '/', says: 'search', does: () => go('search', { focus: '1' }) },
    ...(isReadOnly() ? [] : [{ key: 'Ctrl+z', says: 'take back the last change', does: () => void undo() }]),
  ])
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <Rail />
      <main id="content" tabIndex={-1}>
        <Shown />
      </main>
      <Toasts />
      <FormDialog />
      <Help />
    </>
  )
}

/** The fragment is the route, so the link can't be followed as it is. */
function skip(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#content')?.focus()
}

const loaded = new Map<string, ComponentType>()

function Shown() {
  const view = VIEWS.find(({ name }) => name === route.value.view) ?? VIEWS[0]!
  const [, setArrived] = useState('')
  const [error, setError] = useState<SourceError>()
  useEffect(() => {
    document.title = `${view.title} · git-ralph`
    setError(undefined)
    if (loaded.has(view.name)) return
    view.load().then(
      ({ View }) => {
        loaded.set(view.name, View)
        setArrived(view.name)
      },
      (reason: unknown) => setError(asSourceError(reason)),
    )
  }, [view])
  const View = loaded.get(view.name)
  if (error) return <Failed error={error} />
  return View ? <View key={view.name} /> : <Loading />
}
