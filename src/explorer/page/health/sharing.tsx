import { attempt } from '../data/act.js'
import { Icon } from '../parts/icon.js'

export interface SyncState {
  remote?: string
  /** Those that the remote did not have so when it was last asked. */
  lines: { branch: string; state: 'new' | 'differs' | 'only-there' }[]
}

const SAYS = { new: 'not pushed yet', differs: 'differs', 'only-there': 'only there' } as const

/** What the remote has, and has not, as far as was last seen. */
export function Sharing({ sync: { remote, lines } }: { sync: SyncState }) {
  return (
    <section class="panel">
      <h2>Sync</h2>
      {remote === undefined ? (
        <p class="muted">There is no remote: the memories are in this repository alone.</p>
      ) : (
        <>
          <p>
            {lines.length === 0 ? 'All lines are as on ' : `${lines.length} lines are not as on `}
            <span class="mono">{remote}</span>, as last seen
          </p>
          <ul class="unsynced">
            {lines.map(({ branch, state }) => (
              <li key={branch}>
                <span class="mono">{branch}</span> <span class="muted">{SAYS[state]}</span>
              </li>
            ))}
          </ul>
          <button type="button" onClick={() => void attempt('sync', {}, 'synced')}>
            <Icon name="sync" />
            Sync
          </button>
        </>
      )}
    </section>
  )
}
