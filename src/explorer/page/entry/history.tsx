import { useApi } from '../data/use-api.js'
import type { Memory } from '../data/shapes.js'
import { LineDiff } from '../parts/line-diff.js'
import type { LineChange } from '../parts/line-diff.js'
import { Answered, Empty } from '../parts/states.js'
import { When } from '../parts/when.js'

interface Change {
  id: string
  what: 'added' | 'changed' | 'forgotten'
  before?: Memory
  after?: Memory
  fields?: { field: string; before?: unknown; after?: unknown }[]
  lines?: LineChange[]
}
interface Commit {
  commit: string
  when: string
  author: string
  agent?: string
  branch?: string
  changes: Change[]
}

/** Each version of a memory, newest first, and what it changed. */
export function History({ id, line }: { id: string; line: string | undefined }) {
  const answer = useApi<{ commits: Commit[]; ids?: string[] }>('log', { id, line, patch: true })
  return (
    <Answered answer={answer}>
      {({ commits, ids = [id] }) =>
        commits.length === 0 ? (
          <Empty title="no history" />
        ) : (
          <ol class="history">
            {commits.map((commit) => (
              <li key={commit.commit}>
                <Version commit={commit} change={commit.changes.find((change) => ids.includes(change.id))} />
              </li>
            ))}
          </ol>
        )
      }
    </Answered>
  )
}

function Version({ commit, change }: { commit: Commit; change: Change | undefined }) {
  const { when, author, agent, branch } = commit
  return (
    <>
      <p class="about">
        <span
          class={`badge ${change?.what === 'forgotten' ? 'bad' : change?.what === 'added' ? 'good' : ''}`}
        >
          {change?.what ?? 'merged'}
        </span>
        <span>
          {author}
          {agent !== undefined && ` through ${agent}`}
        </span>
        <When time={when} />
        {branch !== undefined && <span class="mono">{branch}</span>}
        <span class="mono">{commit.commit.slice(0, 10)}</span>
      </p>
      {change?.fields?.map(({ field, before, after }) => (
        <p key={field} class="field-change">
          {field}: {before !== undefined && <del>{renderValue(before)}</del>}{' '}
          {after !== undefined && <ins>{renderValue(after)}</ins>}
        </p>
      ))}
      {change?.lines && change.lines.length > 0 && <LineDiff lines={change.lines} />}
      {change?.what === 'added' && change.after && (
        <LineDiff lines={change.after.content.split('\n').map((text) => ({ kind: 'added', text }))} />
      )}
    </>
  )
}

const renderValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(renderValue).join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
