import { useEffect, useState } from 'preact/hooks'
import { attempt } from '../data/act.js'
import { send } from '../data/cache.js'
import { asSourceError, type SourceError } from '../data/source.js'
import { Dialog } from '../parts/dialog.js'
import { Failed, Loading } from '../parts/states.js'
import type { LandReport, Line } from './shapes.js'

/** Looks first whether the code has landed, and says what will happen before it does. */
export function LandDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const [report, setReport] = useState<LandReport>()
  const [error, setError] = useState<SourceError>()
  useEffect(() => {
    send('land', { branch: line.branch, 'dry-run': true }).then(
      (answer) => setReport((answer as { reports: LandReport[] }).reports[0]),
      (reason: unknown) => setError(asSourceError(reason)),
    )
  }, [])
  const land = async (): Promise<void> => {
    const anyway = report?.outcome === 'stays'
    if (
      await attempt(
        'land',
        { branch: line.branch, ...(anyway && { anyway }) },
        `landed ${line.branch} in ${line.base}`,
      )
    )
      onClose()
  }
  const count = line.ahead.memories
  return (
    <Dialog title={`Land ${line.branch}`} onClose={onClose}>
      {error && <Failed error={error} />}
      {!error && !report && <Loading />}
      {report && (
        <>
          <p>
            {count} {count === 1 ? 'memory goes' : 'memories go'} into <span class="mono">{line.base}</span>,
            and the line of <span class="mono">{line.branch}</span> ends.
          </p>
          {report.outcome === 'stays' && (
            <p class="notice">Its code does not seem to have landed: {report.detail}.</p>
          )}
          <footer class="buttons">
            <button type="button" onClick={onClose}>
              Cancel
            </button>
            <button type="button" class="primary" onClick={() => void land()}>
              {report.outcome === 'stays' ? 'Land anyway' : 'Land'}
            </button>
          </footer>
        </>
      )}
    </Dialog>
  )
}
