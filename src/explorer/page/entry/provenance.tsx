import type { Provenance as Known } from '../data/shapes.js'
import { When } from '../parts/when.js'

/** Who wrote this version, for whom, and on which code. */
export function Provenance({
  of: { author, when, agent, session, task, branch, code, commit },
}: {
  of: Known
}) {
  return (
    <section class="part">
      <h2>Where it comes from</h2>
      <dl class="facts">
        <Fact name="Author" value={author} />
        <div>
          <dt>Written</dt>
          <dd>
            <When time={when} />
          </dd>
        </div>
        <Fact name="Agent" value={agent} />
        <Fact name="Session" value={session} mono />
        <Fact name="Task" value={task} />
        <Fact name="Branch" value={branch} mono />
        <Fact name="Code commit" value={code?.slice(0, 12)} mono />
        <Fact name="Memory commit" value={commit.slice(0, 12)} mono />
      </dl>
    </section>
  )
}

function Fact({ name, value, mono = false }: { name: string; value: string | undefined; mono?: boolean }) {
  if (value === undefined) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd class={mono ? 'mono' : ''}>{value}</dd>
    </div>
  )
}
