/** What of an error others may have met too: without places, times, addresses and numbers, which differ each time. */
import { errorEssence } from './error-essence.js'

const READ = 4_000
const MOST_LINES = 4

export function errorWords(error: string): string {
  const ends = error.length > 2 * READ ? `${error.slice(0, READ)}\n${error.slice(-READ)}` : error
  const lines = ends.split('\n').filter((line) => line.trim() !== '')
  const told = [errorEssence(ends), ...lines.slice(0, MOST_LINES), ...lines.slice(-MOST_LINES)]
  return [...new Set(told.map(withoutWhatDiffers))].join('\n').trim()
}

function withoutWhatDiffers(line: string): string {
  return (
    line
      .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.,]*Z?/g, ' ')
      .replace(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, ' ')
      // A place: what follows a path is a line and a column.
      .replace(/(?:[A-Za-z]:)?(?:[/\\][\w.@+-]+){2,}(?::\d+)*/g, ' ')
      .replace(/(\.[A-Za-z]\w{0,4})(?::\d+){1,2}\b/g, '$1')
      .replace(/\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds?|m|min|minutes?|[kKMG]i?B|bytes)\b/g, ' ')
      .replace(/\b0x[\da-f]{5,}\b|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}\b/gi, ' ')
      .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, ' ')
      // A number by itself; not that of a port, a status or a code.
      .replace(/(?<![\w:.#-])(?<!(?:port|status|code|error|errno)[ :=]{1,2})\d+(?![\w.-])/gi, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
