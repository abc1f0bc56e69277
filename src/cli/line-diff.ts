/** How a text changes, with a few lines around each change. */
import type { LineChange } from '../memory/merge-text.js'
import type { Paint } from './colour.js'

const AROUND = 2
const SIGN = { same: ' ', added: '+', removed: '-' } as const

export function renderLineDiff(changes: readonly LineChange[], paint: Paint): string {
  const isNear = (at: number): boolean =>
    changes.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same')
  const lines: string[] = []
  let isCut = false
  for (const [at, { kind, text }] of changes.entries()) {
    if (!isNear(at)) {
      isCut = true
      continue
    }
    if (isCut && lines.length > 0) lines.push(paint.dim('…'))
    isCut = false
    const line = `${SIGN[kind]}${text}`
    lines.push(kind === 'added' ? paint.green(line) : kind === 'removed' ? paint.red(line) : line)
  }
  return `${lines.join('\n')}\n`
}
