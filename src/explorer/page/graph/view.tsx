import { useMemo, useState } from 'preact/hooks'
import { useApi } from '../data/use-api.js'
import { Answered, Empty } from '../parts/states.js'
import { route, setParams } from '../shell/route.js'
import { Canvas } from './canvas.js'
import { Filters } from './filters.js'
import { around, type Filter, filterGraph, type Graph, neighboursOf, withTags } from './model.js'
import { Side } from './side.js'

interface Stale {
  memories: { id: string; state: string }[]
}

const FIRST: Filter = {
  kinds: new Set(['memory', 'article', 'file', 'missing']),
  types: new Set(),
  tag: '',
  text: '',
  lonely: false,
}
const NEAR = 2

export function View() {
  const answer = useApi<Graph>('graph')
  const { data: stale } = useApi<Stale>('stale')
  const old = useMemo(
    () =>
      new Set(
        (stale?.memories ?? [])
          .filter(({ state }) => state === 'changed' || state === 'gone')
          .map(({ id }) => id),
      ),
    [stale],
  )
  return (
    <div class="graph-view">
      <h1 class="sr">Graph</h1>
      <Answered answer={answer}>
        {(data) =>
          data.nodes.length === 0 ? (
            <Empty title="Nothing to draw yet">
              <p>
                <code>git ralph link</code> joins two memories; <code>[[id]]</code> in a text does, too
              </p>
            </Empty>
          ) : (
            <Shown data={data} stale={old} />
          )
        }
      </Answered>
    </div>
  )
}

function Shown({ data, stale }: { data: Graph; stale: ReadonlySet<string> }) {
  const [filter, setFilter] = useState(FIRST)
  const [alone, setAlone] = useState(false)
  const { focus } = route.value.params
  // The same data again, after something else changed, is no reason to move all nodes.
  const same = JSON.stringify([data.nodes, data.edges])
  const whole = useMemo(() => withTags(data), [same])
  const tags = useMemo(() => [...new Set(data.nodes.flatMap(({ tags = [] }) => tags))].toSorted(), [same])
  const filtered = useMemo(() => filterGraph(whole, filter), [whole, filter])
  const shown = useMemo(
    () => (alone && focus !== undefined ? around(filtered, focus, NEAR) : filtered),
    [filtered, alone ? focus : undefined, alone],
  )
  const neighbours = useMemo(() => neighboursOf(shown), [shown])
  const choose = (id: string | undefined): void => setParams({ focus: id }, true)
  return (
    <>
      <Filters filter={filter} tags={tags} onChange={setFilter} />
      {shown.nodes.length === 0 ? (
        <Empty title="Nothing fits these filters" />
      ) : (
        <Canvas graph={shown} neighbours={neighbours} stale={stale} focus={focus} onFocus={choose} />
      )}
      <aside class="graph-side" aria-label="The graph in words">
        {whole.nodes.some(({ id }) => id === focus) && (
          <label class="near">
            <input type="checkbox" checked={alone} onChange={() => setAlone(!alone)} /> only what is near
          </label>
        )}
        <Side graph={shown} neighbours={neighbours} stale={stale} focus={focus} onFocus={choose} />
      </aside>
    </>
  )
}
