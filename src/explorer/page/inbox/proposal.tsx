import { attempt, change } from '../data/act.js'
import { showFormFor } from '../entry/form-dialog.js'
import { Tag, TypeLabel } from '../parts/chip.js'
import { Markdown } from '../parts/markdown.js'
import { When } from '../parts/when.js'
import type { Item } from './item.js'
import type { Proposal } from './shapes.js'

export const proposalItem = (proposal: Proposal): Item => {
  const { id, type, tags, why, content, source, proposed } = proposal
  return {
    key: id,
    head: (
      <>
        <TypeLabel type={type} />
        <span>
          {source.kind === 'loop' ? `loop ${source.loop}, iteration ${source.iteration}` : 'session'}
        </span>
        <When time={proposed} />
        {tags.map((tag) => (
          <Tag key={tag} name={tag} />
        ))}
      </>
    ),
    body: (
      <>
        <Markdown text={content} />
        <p class="muted">{why}</p>
      </>
    ),
    actions: [
      {
        label: 'Approve',
        key: 'a',
        does: () => void attempt('inbox/approve', { proposals: [id] }, 'approved: it is remembered'),
      },
      { label: 'Edit', key: 'e', does: () => editProposal(proposal) },
      {
        label: 'Dismiss',
        key: 'd',
        does: () => void attempt('inbox/dismiss', { proposals: [id] }, 'dismissed'),
      },
    ],
  }
}

const editProposal = ({ id, content }: Proposal): void =>
  showFormFor({
    title: 'Edit and approve',
    draft: { content },
    save: (edited) =>
      change('inbox/edit', { proposal: id, content: edited.content }, 'approved as edited: it is remembered'),
  })
