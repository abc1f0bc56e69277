/** One memory, whole: what it says, where it comes from, what it is about, and what it was before. */
import type { ComponentChildren } from 'preact'
import { isReadOnly } from '../data/cache.js'
import { useApi } from '../data/use-api.js'
import type { Memory } from '../data/shapes.js'
import { Tag, TypeLabel } from '../parts/chip.js'
import { Icon } from '../parts/icon.js'
import { Markdown } from '../parts/markdown.js'
import { Answered } from '../parts/states.js'
import { bodyOf, titleOf } from '../parts/title-of.js'
import { When } from '../parts/when.js'
import { Explain } from '../search/explain.js'
import type { Filters } from '../search/query.js'
import { setParams } from '../shell/route.js'
import { Anchors } from './anchors.js'
import type { AnchorWithCode } from './anchors.js'
import { Folded } from './folded.js'
import { forget } from './forget.js'
import { showForm } from './form-dialog.js'
import { History } from './history.js'
import { Links } from './links.js'
import { Provenance } from './provenance.js'

interface Props {
  id: string
  line: string | undefined
  /** What it was found with, if something was asked. */
  filters?: Filters | undefined
  limit: number
  titleShown: (title: HTMLElement | null) => void
}

export function Entry({ id, line, filters, limit, titleShown }: Props) {
  const answer = useApi<{ memory: Memory; anchors?: AnchorWithCode[] }>('show', { id, line, code: true })
  return (
    <div class="entry">
      <button type="button" class="quiet back" onClick={() => setParams({ id: undefined, on: undefined })}>
        <Icon name="back" />
        Back
      </button>
      <Answered answer={answer}>
        {({ memory, anchors }) => (
          <Whole
            memory={memory}
            line={line}
            anchors={anchors ?? memory.anchors ?? []}
            titleShown={titleShown}
          >
            {filters && !isReadOnly() && (
              <Folded title="Why it was found">
                <Explain filters={filters} limit={limit} id={memory.id} />
              </Folded>
            )}
          </Whole>
        )}
      </Answered>
    </div>
  )
}

interface WholeProps {
  memory: Memory
  line: string | undefined
  anchors: AnchorWithCode[]
  titleShown: Props['titleShown']
  children: ComponentChildren
}

function Whole({ memory, line, anchors, titleShown, children }: WholeProps) {
  const body = bodyOf(memory)
  return (
    <article>
      <header>
        <p class="about">
          <TypeLabel type={memory.type} />
          {memory.trust && <span class={`badge trust-${memory.trust}`}>{memory.trust}</span>}
          {memory.tags.map((tag) => (
            <Tag key={tag} name={tag} />
          ))}
        </p>
        <h1 tabIndex={-1} dir="auto" ref={titleShown}>
          {titleOf(memory)}
        </h1>
        <p class="about">
          <span class="mono">{memory.id}</span>
          <span>
            made <When time={memory.created} />
          </span>
          {memory.updated !== undefined && (
            <span>
              changed <When time={memory.updated} />
            </span>
          )}
          {line !== undefined && <span class="badge">on {line}</span>}
        </p>
      </header>
      {!isReadOnly() && line === undefined && <Actions id={memory.id} />}
      {memory.quarantine && (
        <p class="notice bad">In quarantine: {memory.quarantine.join('; ')}. No briefing holds it.</p>
      )}
      {memory.conflicts !== undefined && (
        <p class="notice">
          The other text of a conflict with <a href={`#/search?id=${memory.conflicts}`}>{memory.conflicts}</a>
        </p>
      )}
      {body && <Markdown text={body} />}
      {children}
      <Links memory={memory} />
      {anchors.length > 0 && <Anchors anchors={anchors} />}
      {memory.provenance && <Provenance of={memory.provenance} />}
      <Folded title="History">
        <History id={memory.id} line={line} />
      </Folded>
    </article>
  )
}

function Actions({ id }: { id: string }) {
  return (
    <div class="actions">
      <button type="button" onClick={() => void showForm(id)} title="Edit (e)">
        <Icon name="edit" />
        Edit
      </button>
      <button type="button" class="danger" onClick={() => void forget(id)} title="Forget (f)">
        <Icon name="trash" />
        Forget
      </button>
    </div>
  )
}
