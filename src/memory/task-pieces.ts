/** What the files of a task say, piece by piece: each is judged by itself when it comes from elsewhere, and may be held back. Pure. */
import { parseInsights, renderInsights } from './insights.js'
import type { Json } from './merge-json.js'
import { parseProgress, type Progress, renderProgress } from './task-progress.js'
import { parseJsonFile, renderJsonFile, type TaskFileName } from './task.js'

type Name = TaskFileName | 'task.json'

/** A file that cannot be read is one piece. */
export function taskPieces(name: Name, text: string): string[] {
  const pieces: string[] = []
  tellPieces(name, text, (piece) => void pieces.push(piece))
  return pieces
}

/** The file without the pieces that are held back. */
export function withoutPieces(name: Name, text: string, isHeld: (piece: string) => boolean): string {
  return tellPieces(name, text, isHeld)
}

export function progressWithout(progress: Progress, isHeld: (piece: string) => boolean | void): Progress {
  const may = (piece: string): boolean => !isHeld(piece)
  const { preamble } = progress
  return {
    preamble: preamble === '' || may(preamble) ? preamble : '',
    patterns: progress.patterns.filter(may),
    entries: progress.entries.filter(may),
  }
}

const HELD = '[in quarantine: see git ralph review]'

function tellPieces(name: Name, text: string, isHeld: (piece: string) => boolean | void): string {
  try {
    if (name === 'progress.txt') return renderProgress(progressWithout(parseProgress(text), isHeld))
    if (name === 'memory/insights.json')
      return renderInsights(parseInsights(text).filter(({ content }) => !isHeld(content)))
    return renderJsonFile(mapTexts(parseJsonFile(text, name) as Json, (one) => (isHeld(one) ? HELD : one)))
  } catch {
    return isHeld(text) ? '' : text
  }
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]))
}
