import { When } from '../parts/when.js'
import { toneOf } from './happened-list.js'
import type { Iteration, Loop, Result } from './shapes.js'

export function LoopItem({ loop }: { loop: Loop }) {
  const { goal, status, detail, agent, branch, startedAt, iterations, costUsd } = loop
  return (
    <details>
      <summary>
        <span class="type">loop</span> {goal}
        <span class="about">
          <span class={`badge ${toneOf(status)}`}>{status}</span> {iterations.length} iterations by {agent}
          {branch !== undefined && ` on ${branch}`} <When time={startedAt} />
        </span>
      </summary>
      {detail !== undefined && (
        <p class="muted">
          {detail}
          {costUsd > 0 && `, $${costUsd.toFixed(2)}`}
        </p>
      )}
      <table class="iterations">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Outcome</th>
            <th scope="col">Criteria</th>
            <th scope="col">Took</th>
            <th scope="col">Learnt</th>
          </tr>
        </thead>
        <tbody>
          {iterations.map((iteration) => (
            <Row key={iteration.number} iteration={iteration} />
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Row({
  iteration: { number, outcome, verdict, results, durationMs, learnt, failure },
}: {
  iteration: Iteration
}) {
  return (
    <tr>
      <td>{number}</td>
      <td>
        <span class={`badge ${toneOf(outcome)}`}>{outcome}</span> {verdict}
        {failure !== undefined && <span class="muted"> {failure}</span>}
      </td>
      <td>
        {results.map((result) => (
          <span key={result.name} class={`badge ${result.passed ? 'good' : 'bad'}`}>
            {result.name}: {sayResult(result)}
          </span>
        ))}
      </td>
      <td>{Math.round(durationMs / 1000)} s</td>
      <td>{learnt.join(', ')}</td>
    </tr>
  )
}

function sayResult({ passed, failing, timedOut }: Result): string {
  if (passed) return 'passed'
  if (timedOut) return 'timed out'
  return failing ? `${failing} failing` : 'failed'
}
