import { isReadOnly } from '../data/cache.js'
import { useApi } from '../data/use-api.js'
import { MEMORY_TYPES } from '../data/shapes.js'
import type { Capture, Status } from '../data/shapes.js'
import { Answered } from '../parts/states.js'
import { When } from '../parts/when.js'
import { Findings } from './findings.js'
import type { Finding } from './findings.js'
import { Sharing } from './sharing.js'
import type { SyncState } from './sharing.js'
import { Sizes } from './sizes.js'

interface Details {
  sizes: { name: string; bytes: number }[]
  sync: SyncState
}

const CAPTURE: Record<Capture['state'], string> = { healthy: 'good', lagging: 'warn', stopped: 'bad' }

export function View() {
  const status = useApi<Status & { details?: Details }>('status', { details: true })
  const diagnosis = useApi<{ findings: Finding[] }>(isReadOnly() ? null : 'doctor')
  return (
    <div class="view health">
      <header>
        <h1>Health</h1>
      </header>
      <Answered answer={status}>
        {(now) => (
          <>
            <dl class="figures">
              <Figure name="Memories" value={now.count.toLocaleString('en')} says={`on ${now.line}`} />
              {MEMORY_TYPES.map((type) => (
                <Figure key={type} name={type} value={(now.counts[type] ?? 0).toLocaleString('en')} />
              ))}
            </dl>
            <div class="columns">
              <section class="panel">
                <h2>Now</h2>
                <dl class="facts">
                  <div>
                    <dt>Branch</dt>
                    <dd class="mono">{now.branch}</dd>
                  </div>
                  <div>
                    <dt>Last write</dt>
                    <dd>{now.lastWrite ? <When time={now.lastWrite.when} /> : 'never'}</dd>
                  </div>
                  {now.made !== undefined && (
                    <div>
                      <dt>Exported</dt>
                      <dd>
                        <When time={now.made} />
                      </dd>
                    </div>
                  )}
                  {!isReadOnly() && <OfThisMachine now={now} />}
                </dl>
              </section>
              {!isReadOnly() && now.details && <Sharing sync={now.details.sync} />}
              {!isReadOnly() && now.details && <Sizes sizes={now.details.sizes} />}
            </div>
          </>
        )}
      </Answered>
      {!isReadOnly() && (
        <section class="panel">
          <h2>Doctor</h2>
          <Answered answer={diagnosis}>{({ findings }) => <Findings findings={findings} />}</Answered>
        </section>
      )}
    </div>
  )
}

function OfThisMachine({ now: { rendered, renderPath, capture } }: { now: Status }) {
  return (
    <>
      <div>
        <dt>Rendered file</dt>
        <dd>
          {rendered} <span class="muted mono">{renderPath}</span>
        </dd>
      </div>
      <div>
        <dt>Capture</dt>
        <dd>
          <span class={`badge ${CAPTURE[capture.state]}`}>{capture.state}</span>
          <br />
          <span class="muted">{capture.text}</span>
        </dd>
      </div>
    </>
  )
}

function Figure({ name, value, says }: { name: string; value: string; says?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {says !== undefined && <span class="muted"> {says}</span>}
      </dd>
    </div>
  )
}
