import { useApi } from '../data/use-api.js'
import type { Hit, Recalled } from '../data/shapes.js'
import { Answered, Empty } from '../parts/states.js'
import { recallParams } from './query.js'
import type { Filters } from './query.js'

interface Props {
  filters: Filters
  limit: number
  id: string
}

/** How the score of one hit came about: asked for only when it is looked at. */
export function Explain({ filters, limit, id }: Props) {
  const answer = useApi<Recalled>('recall', { ...recallParams(filters, limit), explain: true })
  return (
    <Answered answer={answer}>
      {({ hits, elsewhere }) => {
        const hit = [...hits, ...elsewhere].find((one) => one.id === id)
        return hit?.explain ? <Parts hit={hit} /> : <Empty title="not among the hits of this question" />
      }}
    </Answered>
  )
}

function Parts({ hit }: { hit: Hit }) {
  const { terms, priors } = hit.explain!
  const parts = [
    ...terms.map(({ term, field, score }) => ({ name: term, where: `in ${field}`, score })),
    ...priors.map(({ name, score }) => ({ name, where: 'prior', score })),
  ].toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score))
  const most = Math.max(...parts.map(({ score }) => Math.abs(score)), Number.EPSILON)
  return (
    <table class="explain">
      <caption>Score {hit.score.toFixed(2)}: all of these added up</caption>
      <tbody>
        {parts.map(({ name, where, score }, at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            <td class="muted">{where}</td>
            <td class="number">{score.toFixed(3)}</td>
            <td class="bar">
              <span
                class={score < 0 ? 'negative' : ''}
                style={{ width: `${(100 * Math.abs(score)) / most}%` }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
