/**
 * JSON as people write it, comments and trailing commas too, with the place of each value: so that a file of somebody else's can be
 * changed in one place and stays as it is everywhere else. Pure.
 */
import { RalphError } from '../errors.js'

export interface JsonNode {
  kind: 'object' | 'array' | 'scalar'
  start: number
  end: number
  /** Of an object or array. */
  entries: JsonEntry[]
  /** Of a scalar. */
  value?: unknown
}

export interface JsonEntry {
  /** In an object. */
  key?: string
  /** Where it begins: the key, or the value in an array. */
  start: number
  node: JsonNode
}

const BLANK = /(?:[\s\ufeff]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y
const SCALAR = /"(?:[^"\\\n]|\\.)*"|-?\d[\w.+-]*|true|false|null/y

/** Where the next token begins. */
export function skipBlank(text: string, at: number): number {
  BLANK.lastIndex = at
  BLANK.exec(text)
  return BLANK.lastIndex
}

/** Throws where the text is no JSON. */
export function parseJson(text: string, file: string): JsonNode {
  const refuse = (at: number): never => {
    const line = text.slice(0, at).split('\n').length
    throw new RalphError('bad-settings', `'${file}' is not JSON that can be read (line ${line})`, {
      hint: 'mend the file and run the same command again; it was left as it is',
    })
  }
  const readScalar = (at: number): JsonNode => {
    SCALAR.lastIndex = at
    const found = SCALAR.exec(text)?.[0] ?? refuse(at)
    try {
      return { kind: 'scalar', start: at, end: at + found.length, entries: [], value: JSON.parse(found) }
    } catch {
      return refuse(at)
    }
  }
  const read = (start: number, depth: number): JsonNode => {
    const close = text[start] === '{' ? '}' : text[start] === '[' ? ']' : undefined
    if (close === undefined) return readScalar(start)
    if (depth > 100) refuse(start)
    const entries: JsonEntry[] = []
    let at = skipBlank(text, start + 1)
    while (text[at] !== close) {
      const entry: JsonEntry = { start: at, node: readScalarOrValue(at, close, depth) }
      if (close === '}') entry.key = keyAt(at)
      entries.push(entry)
      at = skipBlank(text, entry.node.end)
      if (text[at] === ',') at = skipBlank(text, at + 1)
      else if (text[at] !== close) refuse(at)
    }
    return { kind: close === '}' ? 'object' : 'array', start, end: at + 1, entries }
  }
  const keyAt = (at: number): string => String(readScalar(at).value)
  const readScalarOrValue = (at: number, close: string, depth: number): JsonNode => {
    if (close === ']') return read(at, depth + 1)
    if (text[at] !== '"') refuse(at)
    const colon = skipBlank(text, readScalar(at).end)
    if (text[colon] !== ':') refuse(colon)
    return read(skipBlank(text, colon + 1), depth + 1)
  }
  const root = read(skipBlank(text, 0), 0)
  if (skipBlank(text, root.end) !== text.length) refuse(root.end)
  return root
}

export type JsonPath = readonly (string | number)[]

/** What is there, if anything. Of keys that are there twice the last one counts. */
export function findNode(root: JsonNode, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root
  for (const step of path) node = node && entryAt(node, step)?.node
  return node
}

export function entryAt(node: JsonNode, step: string | number): JsonEntry | undefined {
  return typeof step === 'number' ? node.entries[step] : node.entries.findLast(({ key }) => key === step)
}

export function valueOf(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.entries.map((entry) => valueOf(entry.node))
  return Object.fromEntries(node.entries.map((entry) => [entry.key!, valueOf(entry.node)]))
}
