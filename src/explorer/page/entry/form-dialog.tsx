/** New memories and changes to them, in a dialog that is opened from anywhere. */
import { signal } from '@preact/signals'
import { change, sayError } from '../data/act.js'
import { askOnce } from '../data/cache.js'
import type { Memory } from '../data/shapes.js'
import { Dialog } from '../parts/dialog.js'
import { go } from '../shell/route.js'
import { Form } from './form.js'
import type { Draft } from './form.js'

interface Shown {
  title: string
  draft: Draft
  save: (draft: Draft) => Promise<unknown>
}

const shown = signal<Shown | null>(null)

/** For what is no memory yet, such as a proposal. */
export const showFormFor = (form: Shown): void => {
  shown.value = form
}

export async function showForm(id?: string): Promise<void> {
  if (id === undefined) {
    shown.value = {
      title: 'New memory',
      draft: { type: 'pattern', title: '', tags: '', content: '', line: '' },
      save: remember,
    }
    return
  }
  try {
    const { memory } = (await askOnce('show', { id })) as { memory: Memory }
    const draft = {
      type: memory.type,
      title: memory.title ?? '',
      tags: memory.tags.join(', '),
      content: memory.content,
    }
    shown.value = { title: `Edit ${memory.id}`, draft, save: (edited) => edit(memory.id, draft, edited) }
  } catch (error) {
    sayError(error)
  }
}

const listTags = (tags = ''): string[] => tags.split(/[\s,]+/).filter(Boolean)

async function remember({ type, title, tags, content, line, redact }: Draft): Promise<void> {
  const body = {
    type,
    title: title || undefined,
    tags: listTags(tags),
    content,
    line: line || undefined,
    redact,
  }
  const { memory, outcome } = await change<{ memory: Memory; outcome: string }>('remember', body, (answer) =>
    answer.outcome === 'known' ? `known already: ${answer.memory.id}` : `remembered ${answer.memory.id}`,
  )
  if (outcome !== 'known' || !line) go('search', { id: memory.id, on: line || undefined })
}

/** Sends what is different: nobody else's change to another field is overwritten. */
async function edit(id: string, before: Draft, after: Draft): Promise<void> {
  const differs = (name: 'type' | 'title' | 'content'): string | undefined =>
    before[name] === after[name] ? undefined : after[name]
  const tags = listTags(after.tags).join(',')
  const body = {
    type: differs('type'),
    title: differs('title'),
    content: differs('content'),
    tags: tags === listTags(before.tags).join(',') ? undefined : tags,
  }
  if (Object.values(body).every((value) => value === undefined)) return
  await change('edit', { id, ...body, redact: after.redact }, `changed ${id}`)
}

export function FormDialog() {
  const form = shown.value
  if (!form) return null
  const close = (): void => {
    shown.value = null
  }
  return (
    <Dialog title={form.title} onClose={close} wide>
      <Form draft={form.draft} save={form.save} close={close} />
    </Dialog>
  )
}
