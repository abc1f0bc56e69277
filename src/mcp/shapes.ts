/** The shapes in which tools answer, as JSON Schemas: those of docs/json.md, with what a model needs beside them. */
import { ageOf } from '../briefing/frame.js'
import { memoryJson } from '../memory/memory-json.js'
import { MEMORY_TYPES, type Memory } from '../memory/memory.js'
import type { ObjectSchema, Schema } from './schema.js'

export const TEXT = { type: 'string' } as const
export const COUNT = { type: 'integer', minimum: 0 } as const
const TEXTS = { type: 'array', items: TEXT } as const

export const listOf = (items: Schema): Schema => ({ type: 'array', items })

/** All fields that an answer always has, and those that it may have. */
export function shape(
  always: Readonly<Record<string, Schema>>,
  sometimes: Readonly<Record<string, Schema>> = {},
): ObjectSchema {
  return { type: 'object', properties: { ...always, ...sometimes }, required: Object.keys(always) }
}

/** Some clients give their models nothing but this. */
export const NOTED = { note: TEXT }

export const WARNINGS = { warnings: TEXTS }

const TYPE = { type: 'string', enum: MEMORY_TYPES } as const

const LINKS = listOf(shape({ to: TEXT, rel: TEXT }))
const ANCHORS = listOf(shape({ path: TEXT }, { lines: TEXT, blob: TEXT, hash: TEXT, symbol: TEXT }))

export const COMMIT = {
  commit: TEXT,
  when: TEXT,
  author: TEXT,
}
export const COMMIT_EXTRAS = { code: TEXT, branch: TEXT, agent: TEXT, session: TEXT, task: TEXT }

/** The fields of a memory that it may have. */
export const MEMORY_EXTRAS = {
  age: TEXT,
  /** By who wrote it: own, signed, teammate, unknown. */
  trust: TEXT,
  /** Of the commit that wrote this version. */
  provenance: shape(COMMIT, COMMIT_EXTRAS),
  updated: TEXT,
  title: TEXT,
  aliases: TEXTS,
  conflicts: TEXT,
  supersedes: TEXT,
  confidence: { type: 'number' },
  source: TEXT,
  links: LINKS,
  anchors: ANCHORS,
  extra: shape({}),
} as const satisfies Record<string, Schema>

const MEMORY_FIELDS = { id: TEXT, type: TYPE, content: TEXT, tags: TEXTS, created: TEXT }

export const MEMORY = shape(MEMORY_FIELDS, MEMORY_EXTRAS)

export const MENTION = shape({ id: TEXT, summary: TEXT })

/** A hit tells as much of a memory as its layer does. */
export const HIT = shape(
  { id: TEXT, score: { type: 'number' } },
  {
    ...MEMORY_FIELDS,
    ...MEMORY_EXTRAS,
    summary: TEXT,
    before: MENTION,
    after: MENTION,
    links: listOf(shape({ rel: TEXT }, { to: TEXT, id: TEXT, summary: TEXT })),
    branches: TEXTS,
    /** Set when the code it speaks of is no longer what it was. */
    code: TEXT,
    past: shape({ state: TEXT, commit: TEXT, path: TEXT }),
  },
)

export const SIMILAR = listOf(shape({ ...MEMORY_FIELDS, similarity: { type: 'number' } }, MEMORY_EXTRAS))

/** With its age: a model seldom knows what day it is. */
export function agedJson(memory: Memory, now: Date): Record<string, unknown> {
  return { ...memoryJson(memory), age: ageOf(memory.updated ?? memory.created, now) }
}

/** `parked` and warnings, where there are any. */
export function asides(answer: { parked?: string; warnings: string[] }): Record<string, unknown> {
  return {
    ...(answer.parked !== undefined && { parked: answer.parked }),
    ...(answer.warnings.length > 0 && { warnings: answer.warnings }),
  }
}
