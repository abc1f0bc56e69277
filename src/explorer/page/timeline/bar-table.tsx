import type { Buckets } from './buckets.js'
import { dayOf } from './bars.js'

/** The bars as numbers. */
export function BarTable({ buckets: { keys, buckets } }: { buckets: Buckets }) {
  const filled = buckets.filter(({ total }) => total > 0)
  return (
    <details class="bar-table">
      <summary>Show as a table</summary>
      <div class="scrolls" tabIndex={0} role="region" aria-label="Memories written over time">
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              {keys.map((key) => (
                <th key={key} scope="col">
                  {key}
                </th>
              ))}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody>
            {filled.map(({ from, counts, total }) => (
              <tr key={from}>
                <th scope="row">{dayOf(from)}</th>
                {counts.map((count, place) => (
                  <td key={keys[place]}>{count}</td>
                ))}
                <td>{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
