/** What can be told from the output of a command: how much fails, whether it is the same failure, its beginning and its end. Pure. */
import { cleanBody } from '../memory/text.js'

// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g

/** Without what drives a terminal. */
export function stripEscapes(text: string): string {
  return text.replace(ESCAPES, '')
}

export function plain(output: string): string {
  return cleanBody(stripEscapes(output))
}

/** Summaries of test runners, linters and compilers. Each counts once, by its last summary, unless it prints one per part. */
const SUMMARIES: { pattern: RegExp; parts?: true }[] = [
  { pattern: /^\s*(\d+) failing\b/gm }, // mocha
  { pattern: /^\s*Tests:?\s+(?:.*?\b)?(\d+) failed\b/gm }, // jest, vitest
  { pattern: /^test result: FAILED\..*?(\d+) failed/gm, parts: true }, // cargo
  { pattern: /^(?:#|ℹ) fail (\d+)$/gm }, // node:test, TAP
  { pattern: /^FAILED \((?:failures|errors)=(\d+)(?:, errors=(\d+))?/gm }, // unittest
  { pattern: /^=+ .*?\b(\d+) (?:failed|errors?)\b(?:.*?\b(\d+) errors?\b)?.*=+$/gm }, // pytest
  { pattern: /^(\d+) failed\b/gm }, // pytest -q, playwright
  { pattern: /✖ (\d+) problems?/g }, // eslint
  { pattern: /\bFound (\d+) errors?\b/g }, // tsc, ruff, mypy
  { pattern: /\b(\d+) offenses? detected/g }, // rubocop
  { pattern: /^(\d+) errors?(?: generated)?[.,]?$/gm }, // javac, clang
]

/** Counted where there is no summary. */
const SINGLE = [/^--- FAIL:/gm, /\berror TS\d+:/g, /^not ok \d+/gm, /^error(?:\[E\d+\])?: /gm]

/** How many tests, problems or errors the output speaks of. */
export function countFailing(output: string): number | undefined {
  const text = plain(output)
  for (const { pattern, parts } of SUMMARIES) {
    const found = [...text.matchAll(pattern)].map(([, first, second]) => Number(first) + Number(second ?? 0))
    if (found.length > 0) return parts ? found.reduce((sum, n) => sum + n, 0) : found.at(-1)
  }
  const counts = SINGLE.map((pattern) => text.match(pattern)?.length ?? 0)
  const most = Math.max(...counts)
  return most > 0 ? most : undefined
}

/** The same for outputs that differ in numbers, times and white space only. */
export function fingerprint(output: string): string {
  const words = plain(output)
    .replace(/\b[0-9a-f]{7,}\b/gi, '#')
    .replace(/\d+(?:[.,:]\d+)*/g, '#')
    .replace(/\s+/g, ' ')
  return hash(words)
}

export function hash(text: string): string {
  const bits = (seed: number): string => {
    let value = seed
    for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
    return (value >>> 0).toString(16).padStart(8, '0')
  }
  return bits(0x811c9dc5) + bits(0x9747b28c)
}

/** The first lines and the last, which say most, in at most `room` characters: a third and two thirds. */
export function headAndTail(output: string, room: number): string {
  const text = plain(output).trimEnd()
  if (text.length <= room) return text
  const lines = text.split('\n').map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line))
  const note = (left: number): string => `… ${left} lines left out …`
  let budget = room - note(lines.length).length
  const head = takeLines(lines, Math.floor(budget / 3))
  budget -= head.reduce((sum, line) => sum + line.length + 1, 0)
  const tail = takeLines(lines.slice(head.length).toReversed(), budget).toReversed()
  const left = lines.length - head.length - tail.length
  return left === 0 ? [...head, ...tail].join('\n').slice(0, room) : [...head, note(left), ...tail].join('\n')
}

function takeLines(lines: readonly string[], room: number): string[] {
  let left = room
  const end = lines.findIndex((line) => (left -= line.length + 1) < 0)
  return lines.slice(0, end < 0 ? lines.length : end)
}
