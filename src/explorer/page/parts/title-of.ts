import type { Memory } from '../data/shapes.js'

type Texts = Pick<Memory, 'title' | 'content'>

const LONGEST = 160

/** Its title, or the first line of what it says, without the marks of markdown. */
export function titleOf({ title, content }: Texts): string {
  if (title !== undefined && title !== '') return title
  const plain = plainOf(linesOf(content)[0])
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain
}

/** What is left to say below the title: a first line that stands alone, and is whole in the title, is not said twice. */
export function bodyOf({ title, content }: Texts): string {
  if (title !== undefined && title !== '') return content
  const [first = '', second = '', ...rest] = linesOf(content)
  const isAlone = second.trim() === '' || HEADING.test(first)
  const isWhole = plainOf(first).length <= LONGEST && !/[<[\]|]|:\/\/|^(```|~~~)/.test(first)
  return isAlone && isWhole ? [second, ...rest].join('\n').trim() : content
}

const HEADING = /^#+\s+/
const linesOf = (content: string): string[] => content.trim().split('\n')
const plainOf = (line = ''): string =>
  line
    .replace(HEADING, '')
    .replace(/^[-*]\s+/, '')
    .replaceAll(/[`*]/g, '')
