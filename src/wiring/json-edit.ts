/**
 * Puts values into a JSON text and takes them out again, so that what was there before comes back byte for byte. Nothing but the
 * text says how it was: an object or list that was there and empty gets a blank line above what is put into it, one that we made
 * has none and goes with its last entry. Pure.
 */
import {
  entryAt,
  findNode,
  type JsonEntry,
  type JsonNode,
  type JsonPath,
  parseJson,
  skipBlank,
} from './json-text.js'

/** The text with the value at the path; objects on the way are made. What is there already is replaced. */
export function putValue(text: string, path: JsonPath, value: unknown, file: string): string {
  const root = parseJson(text, file)
  const existing = findNode(root, path)
  if (existing)
    return splice(text, existing.start, existing.end, render(text, value, indentAt(text, existing.start)))
  const depth = path.findIndex((_, i) => findNode(root, path.slice(0, i + 1)) === undefined)
  const container = findNode(root, path.slice(0, depth))!
  const inner = path.slice(depth + 1).reduceRight<unknown>((made, step) => ({ [step]: made }), value)
  return insert(text, container, inner, String(path[depth]))
}

/** The text with one more entry at the end of the list at the path. */
export function pushValue(text: string, path: JsonPath, value: unknown, file: string): string {
  return insert(text, findNode(parseJson(text, file), path)!, value)
}

/** The text without the entry; undefined when the whole of it was ours. */
export function takeValue(text: string, path: JsonPath, file: string): string | undefined {
  const root = parseJson(text, file)
  for (let depth = path.length; depth > 0; depth--) {
    const container = findNode(root, path.slice(0, depth - 1))!
    if (container.entries.length > 1) return removeEntry(text, container, path[depth - 1]!)
    const [entry] = container.entries as [JsonEntry]
    const before = text.slice(container.start + 1, entry.start).replace(/\r?\n[ \t]*$/, '')
    if (before !== '') {
      const after = text.slice(afterEntry(text, entry), container.end - 1).replace(/^\r?\n[ \t]*/, '')
      return splice(text, container.start + 1, container.end - 1, before.replace(/^\r?\n/, '') + after)
    }
  }
  return undefined
}

/** Whether the outermost object was made by us. */
export function isRootOurs(text: string, file: string): boolean {
  const root = parseJson(text, file)
  const first = root.entries[0]
  return first !== undefined && /^\r?\n[ \t]*$/.test(text.slice(root.start + 1, first.start))
}

function insert(text: string, container: JsonNode, value: unknown, key?: string): string {
  const last = container.entries.at(-1)
  const newline = newlineOf(text)
  const outer = indentAt(text, container.start)
  const isOnOwnLine = last !== undefined && /(?:^|\n)[ \t]*$/.test(text.slice(0, last.start))
  const indent = isOnOwnLine ? indentAt(text, last.start) : outer + unitOf(text)
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  const entry = `${newline}${indent}${name}${render(text, value, indent)}`
  if (last === undefined) {
    const at = container.end - 1
    const blank = text.slice(container.start + 1, at)
    return splice(text, container.start + 1, at, `${newline}${blank}${entry}${newline}${outer}`)
  }
  const comma = skipBlank(text, last.node.end)
  return text[comma] === ','
    ? splice(text, comma + 1, comma + 1, `${entry},`)
    : splice(text, last.node.end, last.node.end, `,${entry}`)
}

function removeEntry(text: string, { entries }: JsonNode, step: string | number): string {
  const entry = typeof step === 'number' ? entries[step]! : entryAt({ entries } as JsonNode, step)!
  const at = entries.indexOf(entry)
  const next = entries[at + 1]
  const end = afterEntry(text, entry)
  if (at === 0) return splice(text, entry.start, next!.start, '')
  const previous = entries[at - 1]!
  const comma = skipBlank(text, previous.node.end)
  const isBare = /^[\s,]*$/.test(text.slice(previous.node.end, entry.start))
  const hasOwnComma = end > entry.node.end
  // A comment stands between the two: it is somebody's, and stays.
  if (!isBare) {
    const rest = splice(text, entry.start, end, '')
    return hasOwnComma ? rest : splice(rest, comma, comma + 1, '')
  }
  return hasOwnComma && next === undefined
    ? splice(text, comma + 1, end, '')
    : splice(text, previous.node.end, entry.node.end, '')
}

/** Behind the entry, and behind its comma if it has one. */
function afterEntry(text: string, entry: JsonEntry): number {
  const comma = skipBlank(text, entry.node.end)
  return text[comma] === ',' ? comma + 1 : entry.node.end
}

function render(text: string, value: unknown, indent: string): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', newlineOf(text) + indent)
}

const newlineOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** How this file indents. */
const unitOf = (text: string): string => /\n([ \t]+)["{[]/.exec(text)?.[1] ?? '  '

/** What stands in front of the line. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*/.exec(line)![0]
}

function splice(text: string, from: number, to: number, put: string): string {
  return text.slice(0, from) + put + text.slice(to)
}
