/** From parsed YAML, which may hold anything, to the fields of a memory: hostile shapes are refused, odd values dropped. */
import { isMemoryId, secondsOf } from './id.js'
import { DEFAULT_RELATION } from './links.js'
import type { Anchor, Link, Memory, MemoryId } from './memory.js'
import { cleanBody, normaliseTags, parseTags, renderTime } from './text.js'

/** In the order in which they are written. */
export const KNOWN_KEYS = [
  'id',
  'type',
  'tags',
  'created',
  'title',
  'updated',
  'aliases',
  'conflicts',
  'supersedes',
  'confidence',
  'source',
  'links',
  'anchors',
] as const

const MAX_NODES = 2000
const MAX_DEPTH = 8
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const LAST_TIME = '9999-12-31T23:59:59Z'

/**
 * A copy made of plain values alone, or what is wrong with it. Aliases are expanded while counting, so a bomb of them stops at
 * the limit. Dates become strings in our form.
 */
export function checkFrontMatter(data: unknown): Record<string, unknown> | string {
  if (!isRecord(data)) return 'has front matter that is not a mapping'
  let nodes = 0
  let problem: string | undefined
  const copy = (value: unknown, depth: number): unknown => {
    if (++nodes > MAX_NODES) problem ??= `has front matter with more than ${MAX_NODES} values`
    else if (depth > MAX_DEPTH) problem ??= `has front matter nested deeper than ${MAX_DEPTH}`
    if (problem !== undefined) return undefined
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
    if (value instanceof Date) return timeOf(value)
    if (Array.isArray(value)) {
      return value.map((item) => copy(item, depth + 1)).filter((item) => item !== undefined)
    }
    if (!isRecord(value)) return undefined
    const record: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      if (UNSAFE_KEYS.has(key)) continue
      const item = copy(value[key], depth + 1)
      if (item !== undefined) record[key] = item
    }
    return record
  }
  const copied = copy(data, 0) as Record<string, unknown>
  return problem ?? copied
}

/** Everything but id, type and body. */
export function readFields(
  data: Record<string, unknown>,
  id: MemoryId,
): Omit<Memory, 'id' | 'type' | 'body'> {
  const updated = readTime(data['updated'])
  const title = readText(data['title'])
  const source = readText(data['source'])
  const aliases = [...new Set(readList(data['aliases']).filter(isId))].filter((alias) => alias !== id)
  const conflicts = data['conflicts']
  const supersedes = data['supersedes']
  const confidence = data['confidence']
  const links = readList(data['links']).flatMap(readLink)
  const anchors = readList(data['anchors']).flatMap(readAnchor)
  const extra = Object.entries(data).filter(([key]) => !(KNOWN_KEYS as readonly string[]).includes(key))
  return {
    tags: readTags(data['tags']),
    created: readTime(data['created']) ?? timeOfId(id),
    ...(title !== undefined && { title }),
    ...(updated !== undefined && { updated }),
    ...(aliases.length > 0 && { aliases }),
    ...(isId(conflicts) && { conflicts }),
    ...(isId(supersedes) && { supersedes }),
    ...(typeof confidence === 'number' && { confidence }),
    ...(source !== undefined && { source }),
    ...(links.length > 0 && { links }),
    ...(anchors.length > 0 && { anchors }),
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
  }
}

export function readTags(value: unknown): string[] {
  if (Array.isArray(value)) return normaliseTags(value.map(readText).filter((tag) => tag !== undefined))
  const text = readText(value)
  return text === undefined ? [] : parseTags(text)
}

function readLink(value: unknown): Link[] {
  if (!isRecord(value)) {
    const target = readText(value)
    return target === undefined ? [] : [{ to: target, rel: DEFAULT_RELATION }]
  }
  const to = readText(value['to'])
  return to === undefined ? [] : [{ to, rel: readText(value['rel']) ?? DEFAULT_RELATION }]
}

function readAnchor(value: unknown): Anchor[] {
  const record = isRecord(value) ? value : { path: value }
  const path = readText(record['path'])
  if (path === undefined) return []
  const lines = readText(record['lines'])
  const blob = readText(record['blob'])
  const hash = readText(record['hash'])
  const symbol = readText(record['symbol'])
  return [
    {
      path,
      ...(lines !== undefined && { lines }),
      ...(blob !== undefined && { blob }),
      ...(hash !== undefined && { hash }),
      ...(symbol !== undefined && { symbol }),
    },
  ]
}

/** One line of text; YAML may have read it as a number or a truth value. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return undefined
  return cleanBody(value.replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ')).trim() || undefined
}

export function readTime(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (TIME.test(value) && !Number.isNaN(Date.parse(value))) return value
  // A zone must be named, or the day be alone: otherwise the answer would depend on where it is read.
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+ ?(?:Z|[+-]\d{2}:?\d{2}))?$/.test(value.trim())) return undefined
  return timeOf(new Date(value.trim()))
}

function timeOf(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  const time = renderTime(date)
  return TIME.test(time) ? time : undefined
}

function timeOfId(id: MemoryId): string {
  return timeOf(new Date(secondsOf(id) * 1000)) ?? LAST_TIME
}

function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

function isId(value: unknown): value is MemoryId {
  return typeof value === 'string' && isMemoryId(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
