/** The one line of an error that says what went wrong, without what differs each time. */
import { oneLine } from './clip.js'

const MOST = 200
const NOISE =
  /^(?:exit code \d+|command failed.*|npm (?:err!|error) (?:code|errno|path|a complete log|command).*|at .+|\^+|[-=~*─]{3,})$/i
const TELLING = [
  /\b[A-Z]\w*(?:Error|Exception)\b\s*[:(]/,
  /\berror\b\s*(?:\[?[A-Z]+\d+\]?)?\s*:/i,
  /\b(?:E[A-Z]{4,}|TS\d{4}|E\d{4})\b/,
  /\b(?:fatal|panic|exception|traceback|denied|refused|not found|no such|cannot|can't|undefined|unexpected|expected|timed? out)\b/i,
  /\b(?:error|fail(?:ed|ure|s)?)\b/i,
]

export function errorEssence(error: string): string {
  const lines = error
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,]+Z?\]?\s*)/, '').trim())
    .filter((line) => line !== '' && !NOISE.test(line))
  for (const pattern of TELLING) {
    const found = lines.find((line) => pattern.test(line))
    if (found !== undefined) return oneLine(found, MOST)
  }
  return oneLine(lines[0] ?? error, MOST)
}

/** Two errors are the same when this is equal: numbers, addresses and places do not count. */
export function sameError(error: string): string {
  return errorEssence(error)
    .toLowerCase()
    .replace(/0x[0-9a-f]+|\d+/g, '0')
    .replace(/\s+/g, ' ')
}
