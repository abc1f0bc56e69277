import { useMemo, useState } from 'preact/hooks'
import { useApi } from '../data/use-api.js'
import { Answered, Empty } from '../parts/states.js'
import { route, setParams } from '../shell/route.js'
import { Conflicts } from './conflicts.js'
import { DiffPanel } from './diff-panel.js'
import { spansOf } from './history.js'
import { LandDialog } from './land-dialog.js'
import { LineGraph } from './line-graph.js'
import { LineTable } from './line-table.js'
import { RescueDialog } from './rescue-dialog.js'
import type { Line, Log } from './shapes.js'

export function View() {
  const answer = useApi<{ lines: Line[] }>('lines')
  return (
    <div class="view branches">
      <header>
        <h1>Branches</h1>
        <p class="muted">Choose two to compare what they know.</p>
      </header>
      <Conflicts />
      <Answered answer={answer}>
        {({ lines }) =>
          lines.length === 0 ? (
            <Empty title="Nothing has been remembered yet">
              <p>
                <code>git ralph remember "what you learnt"</code>
              </p>
            </Empty>
          ) : (
            <Lines lines={lines} />
          )
        }
      </Answered>
    </div>
  )
}

function Lines({ lines }: { lines: Line[] }) {
  const log = useApi<Log>('log', { everywhere: true, max: 0 })
  const spans = useMemo(() => spansOf(lines, log.data?.commits ?? []), [lines, log.data])
  const [landing, setLanding] = useState<Line>()
  const [rescuing, setRescuing] = useState<Line>()
  const { a, b } = route.value.params
  const chosen = [a, b].filter((name): name is string => lines.some(({ branch }) => branch === name))
  const choose = (branch: string): void => {
    const next = chosen.includes(branch)
      ? chosen.filter((name) => name !== branch)
      : [...chosen, branch].slice(-2)
    setParams({ a: next[0], b: next[1] })
  }
  return (
    <>
      {log.data && <LineGraph spans={spans} chosen={chosen} onChoose={choose} />}
      {chosen.length === 2 && (
        <DiffPanel
          from={chosen[0]!}
          to={chosen[1]!}
          onSwap={() => setParams({ a: chosen[1], b: chosen[0] })}
        />
      )}
      <LineTable lines={lines} chosen={chosen} onChoose={choose} onLand={setLanding} onRescue={setRescuing} />
      {landing && <LandDialog line={landing} onClose={() => setLanding(undefined)} />}
      {rescuing && <RescueDialog line={rescuing} onClose={() => setRescuing(undefined)} />}
    </>
  )
}
