/**
 * Progressive disclosure: how much of a hit is told. Layer 1 is a line, layer 2 adds what was learnt around it and what it links
 * to, layer 3 is the whole memory. Pure.
 */
import { type Memory, type MemoryId, type MemoryType, titleOf } from '../memory/memory.js'

export type Layer = 1 | 2 | 3

export interface IndexResult {
  id: MemoryId
  score: number
  summary: string
}

/** Another memory, in one line. */
export interface Mention {
  id: MemoryId
  summary: string
}

export interface LinkMention extends Mention {
  rel: string
}

export interface TimelineResult extends IndexResult {
  type: MemoryType
  tags: string[]
  created: string
  /** Made in the same go of work, just before and just after. */
  before?: Mention
  after?: Mention
  links: LinkMention[]
}

export interface FullResult extends Memory {
  score: number
}

const SUMMARY = 48

/** The first words of a memory: a line of layer 1 is a signpost, and costs every reader. */
export function summaryOf(memory: Memory): string {
  const title = titleOf(memory).replace(/\s+/g, ' ')
  if (title.length <= SUMMARY) return title
  const cut = title.slice(0, SUMMARY).replace(/(?:[\ud800-\udbff][\udc00-\udfff]|.)$/, '')
  const space = cut.lastIndexOf(' ')
  return `${space > SUMMARY / 2 ? cut.slice(0, space) : cut}…`
}

export function mention(memory: Memory): Mention {
  return { id: memory.id, summary: summaryOf(memory) }
}

/** `mark` says what the reader must know of the hit: the branch it is on, that it is forgotten. */
export function renderIndexResult({ id, score, summary }: IndexResult, mark = ''): string {
  return `${id}${scoreText(score)}${mark} ${summary}\n`
}

export function renderTimelineResult(result: TimelineResult, mark = ''): string {
  const { id, type, score, tags, created, summary, before, after, links } = result
  const tagged = tags.length > 0 ? ` [${tags.join(', ')}]` : ''
  return (
    `${id}${scoreText(score)}${mark} ${type} ${created.slice(0, 10)}${tagged}\n  ${summary}\n` +
    around('before', before) +
    around('after', after) +
    links.map((link) => `  ${link.rel}: ${link.id} ${link.summary}`.trimEnd() + '\n').join('')
  )
}

export function renderFullResult({ score, ...memory }: FullResult, mark = ''): string {
  const tagged = memory.tags.length > 0 ? ` [${memory.tags.join(', ')}]` : ''
  const head = `${memory.id}${scoreText(score)}${mark} ${memory.type} ${memory.created.slice(0, 10)}${tagged}\n`
  return `${head}${memory.title ? `${memory.title}\n` : ''}${memory.body}\n\n`
}

const around = (name: string, one: Mention | undefined): string =>
  one ? `  ${name}: ${one.id} ${one.summary}\n` : ''

const scoreText = (score: number): string => (score > 0 ? ` ${score.toFixed(1)}` : '')
