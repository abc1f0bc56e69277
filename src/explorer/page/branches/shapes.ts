/** What the routes of this view answer: see docs/json.md. */
import type { Memory } from '../data/shapes.js'

export interface Line {
  branch: string
  remote?: string
  base?: string
  state: 'live' | 'landed' | 'abandoned' | 'remote'
  current: boolean
  memories: number
  ahead: { memories: number; commits: number }
  behind: { memories: number; commits: number }
  changed: number
  lastWrite: { when: string; author: string; subject: string }
  tip: string
}

export interface LineCommit {
  commit: string
  parents: string[]
  when: string
  author: string
  subject: string
  branch?: string
  agent?: string
  session?: string
  changes: { id: string; what: 'added' | 'changed' | 'forgotten' }[]
}

export interface Log {
  more: boolean
  commits: LineCommit[]
}

export interface MemoryDiff {
  added: Memory[]
  changed: {
    before: Memory
    after: Memory
    fields: { field: string; before?: unknown; after?: unknown }[]
    lines: { kind: 'same' | 'added' | 'removed'; text: string }[]
  }[]
  forgotten: (Memory & { foldedInto?: string })[]
}

export interface Conflict {
  id: string
  memory: Memory | null
  variants: Memory[]
}

export interface LandReport {
  branch: string
  base?: string
  outcome: 'landed' | 'stays'
  detail: string
  how?: string
}
