import { useEffect, useRef, useState } from 'preact/hooks'
import { isReadOnly } from '../data/cache.js'
import { useApi } from '../data/use-api.js'
import type { Hit, Recalled } from '../data/shapes.js'
import { Entry } from '../entry/entry.js'
import { forget } from '../entry/forget.js'
import { showForm } from '../entry/form-dialog.js'
import { Icon } from '../parts/icon.js'
import { Empty, Failed, Loading } from '../parts/states.js'
import { useKeys } from '../shell/keys.js'
import { route, setParams } from '../shell/route.js'
import { Filters } from './filters.js'
import { isFiltered, recallParams } from './query.js'
import { Results } from './results.js'
import { useAsked } from './use-asked.js'
import { isNarrow } from './width.js'

const FIRST = 100

const branchOf = (hit: Hit | undefined): string | undefined => hit?.branches?.[0]

export function View() {
  const { params } = route.value
  const input = useRef<HTMLInputElement>(null)
  const [limit, setLimit] = useState(FIRST)
  const { typed, asked, type } = useAsked(params['q'] ?? '', () => setLimit(FIRST))
  const filters = { ...params, q: asked || undefined }
  const answer = useApi<Recalled>('recall', recallParams(filters, limit))
  const hits = [...(answer.data?.hits ?? []), ...(answer.data?.elsewhere ?? [])]
  const total = (answer.data?.total ?? 0) + (answer.data?.elsewhere.length ?? 0)
  // Until the next answer is there, the last one is spoken of.
  const said = useRef('')
  if (answer.data && !answer.loading) said.current = describe(total, asked, answer.data.branch)
  const { id } = params
  const found = hits.findIndex((hit) => hit.id === id && (params['on'] ?? branchOf(hit)) === branchOf(hit))
  const [cursor, setCursor] = useState(-1)
  const chosen = isNarrow.value && id === undefined ? Math.min(cursor, hits.length - 1) : found

  const open = (at: number, replace: boolean): void => {
    const hit = hits[at]
    if (!hit) return
    setCursor(at)
    setParams({ id: hit.id, on: branchOf(hit) }, replace)
  }
  // An entry that was asked for with the keyboard is gone on with there, also when it comes late.
  const isAwaited = useRef(false)
  const move = (by: number): void => {
    isAwaited.current = false
    const at = Math.min(hits.length - 1, Math.max(0, chosen + by))
    if (isNarrow.value) setCursor(at)
    else open(at, true)
  }
  const titleShown = (title: HTMLElement | null): void => {
    if (!title || !isAwaited.current) return
    isAwaited.current = false
    title.focus()
  }
  const enter = (): void => {
    isAwaited.current = true
    if (id === undefined) open(Math.max(0, chosen), false)
    else titleShown(document.querySelector<HTMLElement>('.entry h1'))
  }
  const focus = (): void => {
    input.current?.focus()
    input.current?.select()
  }
  const leave = (): void => {
    if (isNarrow.value && id !== undefined) setParams({ id: undefined, on: undefined })
    else if (document.activeElement !== input.current) focus()
    else if (typed) type('')
    else setParams({ id: undefined, on: undefined }, true)
  }
  useKeys('Search', [
    { key: '/', says: 'type a question', does: focus },
    { key: 'ArrowDown', says: 'next hit, while typing' },
    { key: 'ArrowUp', says: 'hit before it' },
    { key: 'j', says: 'next hit', does: () => move(1) },
    { key: 'k', says: 'hit before it', does: () => move(-1) },
    { key: 'Enter', says: 'read the entry' },
    { key: 'Escape', says: 'back, then clear', does: leave, inFields: true },
    ...(isReadOnly()
      ? []
      : [
          { key: 'n', says: 'new memory', does: () => showForm() },
          { key: 'e', says: 'edit it', does: () => id !== undefined && void showForm(id) },
          { key: 'f', says: 'forget it', does: () => id !== undefined && void forget(id) },
        ]),
  ])
  useEffect(() => {
    if (params['focus'] !== undefined) setParams({ focus: undefined }, true)
    if (!isNarrow.peek() || params['focus'] !== undefined) input.current?.focus()
  }, [params['focus']])

  const onKeyDown = (event: KeyboardEvent): void => {
    const does = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: enter }[event.key]
    if (!does || event.isComposing) return
    event.preventDefault()
    does()
  }
  return (
    <div class={id === undefined ? 'search' : 'search reading'}>
      <h1 class="sr">Search</h1>
      <section class="asking" aria-label="Search">
        <div class="ask">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            role="combobox"
            list={undefined}
            aria-label="Search memories"
            aria-controls="hits"
            aria-expanded={hits.length > 0}
            aria-activedescendant={chosen >= 0 ? `hit-${chosen}` : undefined}
            autocomplete="off"
            spellcheck={false}
            placeholder="What do you want to know?"
            value={typed}
            onInput={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {!isReadOnly() && (
            <button type="button" class="primary" onClick={() => void showForm()} title="New memory (n)">
              <Icon name="plus" />
              <span class="words">New</span>
            </button>
          )}
        </div>
        <Filters chosen={filters} />
        <p class="found" role="status">
          {said.current}
        </p>
        {answer.error && !answer.data && <Failed error={answer.error} />}
        {!answer.error && !answer.data && <Loading />}
        {answer.data && hits.length === 0 && (
          <Empty title={asked || isFiltered(filters) ? 'nothing found' : 'nothing is remembered here yet'} />
        )}
        <Results
          hits={hits}
          total={total}
          chosen={chosen}
          isBusy={answer.loading}
          onChoose={(at) => open(at, false)}
          onNearEnd={() => setLimit((now) => (now < total ? now * 4 : now))}
        />
      </section>
      <section class="reading-pane" aria-label="Entry">
        {id === undefined ? (
          <Empty title="Choose a memory to read it" />
        ) : (
          <Entry
            key={`${id} ${params['on'] ?? ''}`}
            id={id}
            line={params['on'] ?? (params['line'] === '*' ? undefined : params['line'])}
            filters={asked ? filters : undefined}
            limit={limit}
            titleShown={titleShown}
          />
        )}
      </section>
    </div>
  )
}

function describe(total: number, asked: string, branch: string): string {
  const count = `${total.toLocaleString('en')} ${total === 1 ? 'memory' : 'memories'}`
  return asked ? `${count}, best first` : `${count} on ${branch}, newest first`
}
