import { isReadOnly } from '../data/cache.js'
import { renderRoute } from '../shell/route.js'
import { When } from '../parts/when.js'
import type { Line } from './shapes.js'

interface Props {
  lines: readonly Line[]
  chosen: readonly string[]
  onChoose: (branch: string) => void
  onLand: (line: Line) => void
  onRescue: (line: Line) => void
}

const TONE = { live: '', landed: 'good', abandoned: 'warn', remote: '' } as const

export function LineTable({ lines, chosen, onChoose, onLand, onRescue }: Props) {
  return (
    <table class="lines">
      <caption class="sr">Lines, last written first. Choose two to compare them.</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="sr">Compare</span>
          </th>
          <th scope="col">Branch</th>
          <th scope="col" class="number">
            Memories
          </th>
          <th scope="col">Beside its base</th>
          <th scope="col" class="late">
            Last write
          </th>
          <th scope="col">
            <span class="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={`${line.remote ?? ''} ${line.branch}`}
            class={chosen.includes(line.branch) ? 'chosen' : ''}
          >
            <td>
              <input
                type="checkbox"
                aria-label={`compare ${line.branch}`}
                checked={chosen.includes(line.branch)}
                onChange={() => onChoose(line.branch)}
              />
            </td>
            <th scope="row">
              <a href={renderRoute('search', { line: line.branch })}>{line.branch}</a>{' '}
              {line.current && <span class="badge good">checked out</span>}{' '}
              {line.state !== 'live' && <span class={`badge ${TONE[line.state]}`}>{line.state}</span>}
              {line.remote !== undefined && <span class="muted"> on {line.remote}</span>}
            </th>
            <td class="number">{line.memories}</td>
            <td>{line.base === undefined ? <span class="muted">no base</span> : <Beside line={line} />}</td>
            <td class="late">
              <When time={line.lastWrite.when} /> <span class="muted">by {line.lastWrite.author}</span>
            </td>
            <td class="line-actions">
              {!isReadOnly() && line.base !== undefined && line.ahead.memories > 0 && (
                <>
                  <button type="button" onClick={() => onLand(line)} aria-label={`Land ${line.branch}`}>
                    Land
                  </button>
                  <button
                    type="button"
                    onClick={() => onRescue(line)}
                    aria-label={`Rescue from ${line.branch}`}
                  >
                    Rescue
                  </button>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const WIDEST = 56

/** What it has and its base has not, to the right; what it lacks, to the left. */
function Beside({ line: { base, ahead, behind, changed } }: { line: Line }) {
  const scale = (count: number): number => Math.min(WIDEST, count === 0 ? 0 : 3 + Math.sqrt(count) * 3)
  return (
    <span
      class="beside"
      title={`${base}: ${ahead.memories} new, ${behind.memories} missing, ${changed} changed`}
    >
      <span class="behind">
        −{behind.memories}
        <i style={{ width: `${scale(behind.memories)}px` }} />
      </span>
      <span class="ahead">
        <i style={{ width: `${scale(ahead.memories)}px` }} />+{ahead.memories}
      </span>
      <span class="base muted">{base}</span>
    </span>
  )
}
