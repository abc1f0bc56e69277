/** Lists in markdown: each item with what belongs to it. Pure. */

export interface ListItem {
  /** Without the mark, and without the indentation that the mark asks for. */
  body: string
  /** Where it stands, counted from 0. */
  at: number
}

const ITEM = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(.*)$/

/** The items of the outermost list in these lines, and the lines that belong to none. */
export function readItems(lines: readonly string[]): { items: ListItem[]; others: string[] } {
  const items: (ListItem & { lines: string[] })[] = []
  const others: string[] = []
  let indent: number | undefined
  let fence: string | undefined
  lines.forEach((line, at) => {
    const found = fence === undefined ? ITEM.exec(line) : null
    const depth = found?.[1]!.length ?? 0
    if (found && (indent === undefined || depth <= indent)) {
      indent = depth
      items.push({ at, body: '', lines: [found[2]!] })
    } else {
      const item = items.at(-1)
      const belongs =
        item !== undefined && (fence !== undefined || line.trim() === '' || /^\s/.test(line) || isTight(item))
      if (belongs) item.lines.push(line)
      else others.push(line)
    }
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]
    if (mark && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined
  })
  return { items: items.map(({ at, lines: own }) => ({ at, body: dedent(own) })), others }
}

/** A line that follows without a blank one goes on with the item. */
const isTight = ({ lines }: { lines: string[] }): boolean => lines.at(-1)!.trim() !== ''

function dedent([first = '', ...rest]: string[]): string {
  const depths = rest.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length)
  const depth = depths.length === 0 ? 0 : Math.min(...depths)
  return [first, ...rest.map((line) => line.slice(depth))].join('\n').trim()
}
