import { entryHref } from '../shell/route.js'
import { titleOf } from '../parts/title-of.js'
import { When } from '../parts/when.js'
import type { Happened } from './events.js'
import { dayOf } from './bars.js'
import { LoopItem } from './loop-item.js'

const OUTCOME_TONE: Record<string, string> = {
  done: 'good',
  success: 'good',
  failed: 'bad',
  blocked: 'warn',
  retried: 'warn',
}
export const toneOf = (outcome: string): string => OUTCOME_TONE[outcome] ?? ''

/** Day by day, newest first. */
export function HappenedList({ happened }: { happened: readonly Happened[] }) {
  const days = new Map<string, Happened[]>()
  for (const item of happened) days.set(dayOf(item.at), [...(days.get(dayOf(item.at)) ?? []), item])
  return (
    <ol class="days">
      {[...days].map(([day, items]) => (
        <li key={day}>
          <h3>{day}</h3>
          <ul>
            {items.map((item) => (
              <li key={keyOf(item)} class={`happened ${item.kind}`}>
                <Item item={item} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function keyOf(item: Happened): string {
  if (item.kind === 'write') return item.commit.commit
  if (item.kind === 'session') return item.session.session
  return item.kind === 'loop' ? item.loop.id : item.entry.id
}

function Item({ item }: { item: Happened }) {
  if (item.kind === 'loop') return <LoopItem loop={item.loop} />
  if (item.kind === 'session') {
    const { session, agent, branch, text, start } = item.session
    return (
      <details>
        <summary>
          <span class="type">session</span> {firstLine(text) || session}
          <span class="about">
            {agent} {branch !== undefined && `on ${branch}`} <When time={start} />
          </span>
        </summary>
        <p class="pre">{text}</p>
      </details>
    )
  }
  if (item.kind === 'journal') {
    const { entry } = item
    return (
      <p>
        <span class="type">journal</span> {entry.notes ?? `iteration ${entry.iteration}`}
        <span class="about">
          <span class={`badge ${toneOf(entry.outcome)}`}>{entry.outcome}</span> {entry.run} #{entry.iteration}
          {entry.commits[0] !== undefined && <span class="mono">on {entry.commits[0].slice(0, 10)}</span>}
        </span>
      </p>
    )
  }
  const { commit } = item
  const subject = titleOf({ content: commit.subject })
  const there = commit.changes.find(({ what }) => what !== 'forgotten')
  return (
    <p>
      {there && commit.changes.length === 1 ? (
        <a href={entryHref(there.id, commit.branch)}>{subject}</a>
      ) : (
        subject
      )}
      <span class="about">
        {commit.branch !== undefined && <span>{commit.branch}</span>}
        <span>
          {commit.author}
          {commit.agent !== undefined && ` with ${commit.agent}`}
        </span>
        {commit.changes.length > 1 && <span>{commit.changes.length} memories</span>}
      </span>
    </p>
  )
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!
