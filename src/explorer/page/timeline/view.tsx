import { useMemo, useState } from 'preact/hooks'
import type { Log } from '../branches/shapes.js'
import { useApi } from '../data/use-api.js'
import { Chip, RemovableChip } from '../parts/chip.js'
import { Answered, Empty } from '../parts/states.js'
import { route, setParams } from '../shell/route.js'
import { BarTable } from './bar-table.js'
import { Bars, dayOf } from './bars.js'
import { bucketsOf } from './buckets.js'
import { happenedIn } from './events.js'
import { HappenedList } from './happened-list.js'
import type { JournalEntry, Loop, Session } from './shapes.js'

const SPLITS = ['branch', 'agent', 'author'] as const
const MOST_BARS = 70
const LISTED = 80
const NO_AGENT = 'no agent'
const KINDS = { write: 'memories', session: 'sessions', loop: 'loops', journal: 'journal' } as const

export function View() {
  const log = useApi<Log>('log', { everywhere: true, max: 0 })
  return (
    <div class="view timeline">
      <header>
        <h1>Timeline</h1>
      </header>
      <Answered answer={log}>
        {({ commits }) =>
          commits.length === 0 ? (
            <Empty title="Nothing has been remembered yet" />
          ) : (
            <Shown commits={commits} />
          )
        }
      </Answered>
    </div>
  )
}

function Shown({ commits }: { commits: Log['commits'] }) {
  const sessions = useApi<{ sessions: Session[] }>('sessions/list', { limit: 200 }).data?.sessions ?? []
  const loops = useApi<{ loops: Loop[] }>('loop/list').data?.loops ?? []
  const entries = useApi<{ entries: JournalEntry[] }>('journal/list', { last: 500 }).data?.entries ?? []
  const [listed, setListed] = useState(LISTED)
  const { by = 'branch', from: typedFrom, to: typedTo, kind } = route.value.params
  const times = useMemo(() => commits.map(({ when }) => Date.parse(when)), [commits])
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const buckets = useMemo(() => {
    const written = commits.map(({ changes, branch, agent, author, parents }, i) => ({
      at: times[i]!,
      // A landing brings what was counted where it was learnt.
      count: parents.length > 1 ? 0 : changes.filter(({ what }) => what === 'added').length,
      key: (by === 'agent' ? (agent ?? NO_AGENT) : by === 'author' ? author : branch) ?? 'unknown',
    }))
    return bucketsOf(
      written.filter(({ count }) => count > 0),
      first,
      last,
      MOST_BARS,
    )
  }, [commits, by])
  const range = typedFrom && typedTo ? ([Date.parse(typedFrom), Date.parse(typedTo)] as const) : undefined
  const happened = useMemo(
    () =>
      happenedIn(
        { commits, sessions, loops, entries },
        range?.[0] ?? -Infinity,
        range?.[1] ?? Infinity,
      ).filter((item) => kind === undefined || item.kind === kind),
    [commits, sessions, loops, entries, typedFrom, typedTo, kind],
  )
  const choose = (chosen: readonly [number, number] | undefined): void =>
    setParams({
      from: chosen && new Date(chosen[0]).toISOString(),
      to: chosen && new Date(chosen[1]).toISOString(),
    })
  return (
    <>
      <div class="chips" role="group" aria-label="Split by">
        {SPLITS.map((split) => (
          <Chip key={split} pressed={by === split} onClick={() => setParams({ by: split }, true)}>
            by {split}
          </Chip>
        ))}
      </div>
      <Bars buckets={buckets} from={first} to={last} range={range} onRange={choose} />
      <ul class="legend">
        {buckets.keys.map((key, place) => (
          <li key={key}>
            <i class={`series-${place}`} />
            {key}
          </li>
        ))}
      </ul>
      <BarTable buckets={buckets} />
      <section aria-label="What happened">
        <h2>
          What happened{' '}
          {range && (
            <RemovableChip onClick={() => choose(undefined)}>
              {dayOf(range[0])} to {dayOf(range[1])}
            </RemovableChip>
          )}
        </h2>
        <div class="chips" role="group" aria-label="Show only">
          {Object.entries(KINDS).map(([name, label]) => (
            <Chip
              key={name}
              pressed={kind === name}
              onClick={() => setParams({ kind: kind === name ? undefined : name }, true)}
            >
              {label}
            </Chip>
          ))}
        </div>
        {happened.length === 0 ? (
          <Empty title="Nothing in this time" />
        ) : (
          <HappenedList happened={happened.slice(0, listed)} />
        )}
        {happened.length > listed && (
          <button type="button" onClick={() => setListed(listed + 200)}>
            Show more of {happened.length - listed}
          </button>
        )}
      </section>
    </>
  )
}
