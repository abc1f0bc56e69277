import { useEffect, useRef, useState } from 'preact/hooks'
import { isReadOnly } from '../data/cache.js'
import { useApi } from '../data/use-api.js'
import { TypeLabel } from '../parts/chip.js'
import { Answered, Empty } from '../parts/states.js'
import { titleOf } from '../parts/title-of.js'
import { entryHref, route, setParams } from '../shell/route.js'
import { budgetAt, partsOf, STEPS, stepOf } from './parts-of.js'
import type { Briefing, Considered } from './shapes.js'

const FIRST_BUDGET = 2000
/** Typing and dragging ask no more often. */
const PAUSE_MS = 80

const SAYS = { 'too-large': 'larger than what was left', spent: 'came after the budget was spent' } as const

export function View() {
  const { params } = route.value
  const [task, setTask] = useState(params['task'] ?? '')
  const [budget, setBudget] = useState(Number(params['budget']) || FIRST_BUDGET)
  const [asked, setAsked] = useState({ task, budget })
  useEffect(() => {
    const waiting = setTimeout(() => {
      setAsked({ task, budget })
      setParams({ task, budget: String(budget) }, true)
    }, PAUSE_MS)
    return () => clearTimeout(waiting)
  }, [task, budget])
  const answer = useApi<Briefing>('prime', {
    budget: asked.budget,
    explain: true,
    ...(asked.task && { for: asked.task }),
  })
  // Until the next answer is there, the last one is shown with its own budget.
  const answered = useRef(asked.budget)
  if (!answer.loading) answered.current = asked.budget
  return (
    <div class="view budget">
      <header>
        <h1>Budget</h1>
        <p class="muted">What the next briefing would contain.</p>
      </header>
      <form class="budget-form" onSubmit={(event) => event.preventDefault()}>
        {!isReadOnly() && (
          <label>
            Task
            <input
              type="text"
              value={task}
              placeholder="what the agent is about to do; empty: the files of this branch"
              onInput={(event) => setTask(event.currentTarget.value)}
            />
          </label>
        )}
        <label>
          Budget: <output>{budget.toLocaleString('en')} tokens</output>
          <input
            type="range"
            min={0}
            max={STEPS}
            value={stepOf(budget)}
            aria-valuetext={`${budget} tokens`}
            onInput={(event) => setBudget(budgetAt(Number(event.currentTarget.value)))}
          />
        </label>
      </form>
      <Answered answer={answer}>
        {(briefing) => <Shown briefing={briefing} budget={briefing.budget ?? answered.current} />}
      </Answered>
    </div>
  )
}

function Shown({ briefing, budget }: { briefing: Briefing; budget: number }) {
  const { told, left, frame, free, unnamed } = partsOf(briefing, budget)
  const largest = Math.max(1, ...told.map(({ tokens }) => tokens), ...left.map(({ tokens }) => tokens))
  const share = (tokens: number): string => `${(tokens / budget) * 100}%`
  if (told.length + left.length === 0)
    return (
      <Empty title="Nothing to tell yet">
        <p>
          <code>git ralph remember "what you learnt"</code>
        </p>
      </Empty>
    )
  return (
    <>
      <div class="whole" aria-hidden="true">
        <i class="frame" style={{ width: share(frame) }} title={`${frame} tokens for headings`} />
        {told.map(({ id, type, title, tokens }) => (
          <i key={id} class={`dot-${type}`} style={{ width: share(tokens) }} title={`${title}: ${tokens}`} />
        ))}
      </div>
      <p class="sums" role="status">
        <b>{told.length}</b> told in <b>{briefing.tokens.toLocaleString('en')}</b> tokens ({frame} of them for
        headings), {free.toLocaleString('en')} free, <b>{briefing.left.toLocaleString('en')}</b> left out
      </p>
      <div class="budget-columns">
        <section aria-labelledby="told">
          <h2 id="told">Told</h2>
          {told.length === 0 && <p class="muted">Nothing fits into so little.</p>}
          <Blocks blocks={told} largest={largest} />
        </section>
        <section aria-labelledby="left-out">
          <h2 id="left-out">Left out</h2>
          {left.length === 0 && <p class="muted">Nothing.</p>}
          <Blocks blocks={left} largest={largest} />
          {unnamed > 0 && <p class="muted">and {unnamed.toLocaleString('en')} more that rank lower</p>}
        </section>
      </div>
    </>
  )
}

function Blocks({ blocks, largest }: { blocks: readonly Considered[]; largest: number }) {
  return (
    <ol class="blocks">
      {blocks.map(({ id, type, title, tokens, left }) => (
        <li key={id}>
          <span class="tokens">{tokens}</span>
          <span class="bar">
            <i class={`dot-${type}`} style={{ width: `${(tokens / largest) * 100}%` }} />
          </span>
          <span class="what">
            <a href={entryHref(id)}>{titleOf({ content: title })}</a>
            <span class="about">
              <TypeLabel type={type} />
              {left && SAYS[left]}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
