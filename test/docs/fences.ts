/** The fenced blocks and the code spans of a page. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Every page of documentation there is, by its path. */
export const PAGES = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

export interface Block {
  page: string
  /** What stands behind the opening fence. */
  info: string
  lines: string[]
}

export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of readPage(page).split('\n')) {
    const fence = /^\s*```(.*)$/.exec(line)
    if (open && fence) {
      blocks.push(open)
      open = undefined
    } else if (open) open.lines.push(line)
    else if (fence) open = { page, info: fence[1]!.trim(), lines: [] }
  }
  if (open) throw new Error(`${page}: the last fence is not closed`)
  return blocks
}

/** What stands between backticks outside of fenced blocks; a code span may go on in the next line. */
export function spansOf(page: string): string[] {
  const prose = readPage(page).replace(/^\s*```[\s\S]*?^\s*```/gm, '')
  return [...prose.matchAll(/(`+)([\s\S]+?)\1(?!`)/g)].map(([, , code]) => code!.replace(/\s+/g, ' ').trim())
}

/** The block of a page that has `line` in it. */
export function blockWith(page: string, line: string): Block {
  const found = blocksOf(page).filter(({ lines }) => lines.some((one) => one.startsWith(line)))
  if (found.length !== 1) throw new Error(`${page}: ${found.length} blocks with a line '${line}'`)
  return found[0]!
}

export interface Typed {
  command: string
  /** What is shown below the command. */
  output: string
}

/** The commands of a block. Where none is marked with `$`, every line is one, less the comment at its end. */
export function typedIn({ lines }: Block): Typed[] {
  if (!lines.some((line) => line.startsWith('$ ')))
    return lines.flatMap((line) => {
      const command = line.replace(/(^|\s)#\s.*$/, '').trim()
      return command ? [{ command, output: '' }] : []
    })
  const typed: Typed[] = []
  for (const line of lines) {
    if (line.startsWith('$ ')) typed.push({ command: line.slice(2), output: '' })
    else if (typed.length > 0) typed.at(-1)!.output += `${line}\n`
  }
  return typed
}
