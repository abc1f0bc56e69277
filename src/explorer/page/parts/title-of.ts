import type { Memory } from '../data/shapes.js'

const LONGEST = 160

/** Its title, or the first line of what it says, without the marks of markdown. */
export function titleOf({ title, content }: Pick<Memory, 'title' | 'content'>): string {
  if (title !== undefined && title !== '') return title
  const line = content.split('\n').find((text) => text.trim() !== '') ?? ''
  const plain = line.replace(/^#+\s+|^[-*]\s+/, '').replaceAll(/[`*]/g, '')
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain
}
