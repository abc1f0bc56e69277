/**
 * A diff of memories as a comment on a pull request. Memories are other people's words: none of them may end the block it stands
 * in, be taken for markup, or call somebody by `@name`. Bodies stand in fences longer than any run of backticks within; all else
 * is escaped and stands in `<code>`, where no forge looks for mentions, issues or links.
 */
import { renderAnchor } from '../memory/anchor.js'
import { type Memory, titleOf } from '../memory/memory.js'
import type { LineChange } from '../memory/merge-text.js'
import type { ChangedMemory, ForgottenMemory, MemoryDiff } from '../verbs/diff.js'
import type { JudgedMemory } from '../verbs/stale.js'
import { renderField } from './changes.js'
import { countsOf, isEmpty, summaryOf } from './diff-text.js'
import { fit } from '../memory/width.js'

/** GitHub takes 65,536 characters. */
const MAX_COMMENT = 60_000
const MAX_BODY = 6000
const TITLE_COLUMNS = 100
const SIGNS: Record<LineChange['kind'], string> = { same: ' ', added: '+', removed: '-' }

export function renderDiffMarkdown(diff: MemoryDiff): string {
  if (isEmpty(diff)) return `### Memory\n\n${code(summaryOf(diff))}\n`
  const { from, to } = diff
  const head = `### Memory: ${countsOf(diff)}\n\n${code(to.name)} compared with ${code(from!.name)}\n`
  const sections = [
    ...section('Added', diff.added.map(renderAdded)),
    ...section('Changed', diff.changed.map(renderChanged)),
    ...section('Forgotten', diff.forgotten.map(renderForgotten)),
    ...section('Made stale by this code', (diff.stale ?? []).map(renderStale)),
  ]
  return head + fitComment(sections, MAX_COMMENT - head.length)
}

interface Block {
  text: string
  isMemory: boolean
}

function section(title: string, memories: readonly string[]): Block[] {
  if (memories.length === 0) return []
  return [
    { text: `\n#### ${title}\n`, isMemory: false },
    ...memories.map((text) => ({ text: `\n${text}`, isMemory: true })),
  ]
}

function fitComment(blocks: readonly Block[], room: number): string {
  let text = ''
  for (const [at, block] of blocks.entries()) {
    if (text.length + block.text.length > room) {
      const left = blocks.slice(at).filter(({ isMemory }) => isMemory).length
      return `${text}\n… and ${left} more: \`git ralph diff\` shows them all.\n`
    }
    text += block.text
  }
  return text
}

function renderAdded(memory: Memory): string {
  return details(memory, fence(memory.body, ''))
}

function renderChanged({ after, fields, lines }: ChangedMemory): string {
  const body = lines.map(({ kind, text }) => `${SIGNS[kind]} ${text}`.trimEnd()).join('\n')
  const changed = fields.map((field) => `${code(renderField(field))}<br>\n`).join('')
  return details(after, changed + (changed && body ? '\n' : '') + (body ? fence(body, 'diff') : ''))
}

function renderForgotten({ memory, into }: ForgottenMemory): string {
  return details(
    memory,
    `${into ? `Folded into ${code(into)}, which says the same.\n\n` : ''}${fence(memory.body, '')}`,
  )
}

function renderStale({ memory, state, anchors }: JudgedMemory): string {
  const where = anchors.map(({ anchor, verdict }) => `${code(renderAnchor(anchor))} ${verdict.state}<br>\n`)
  return details(memory, `Its code has ${state}.\n\n${where.join('')}\n${fence(memory.body, '')}`)
}

function details(memory: Memory, inner: string): string {
  const tags = memory.tags.map((tag) => ` ${code(tag)}`).join('')
  const summary = `<b>${memory.type}</b> ${code(fit(titleOf(memory), TITLE_COLUMNS))}${tags}`
  return `<details><summary>${summary}</summary>\n\n${code(memory.id)}\n\n${inner}\n</details>\n`
}

/** One line, without a meaning in HTML or markdown: neither tags and emphasis nor addresses that become links by themselves. */
function code(text: string): string {
  const safe = text
    .replace(/\s+/g, ' ')
    .replace(/[&<>"'`*_~|\\[\]:]|(?<=www)\./gi, (char) => `&#${char.charCodeAt(0)};`)
    .replace(/@/g, '@\u200b')
  return `<code>${safe}</code>`
}

function fence(body: string, language: string): string {
  const text = body.length > MAX_BODY ? `${body.slice(0, MAX_BODY).toWellFormed()}\n…` : body
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text}\n${ticks}\n`
}
