/** What the routes answer, as far as several views read it: see docs/json.md. */
export type MemoryType = 'pattern' | 'decision' | 'fix' | 'context'
export const MEMORY_TYPES: readonly MemoryType[] = ['pattern', 'decision', 'fix', 'context']
export type Trust = 'own' | 'signed' | 'teammate' | 'unknown'
export type AnchorState = 'fresh' | 'moved' | 'changed' | 'gone'

export interface Provenance {
  author: string
  when: string
  commit: string
  agent?: string
  session?: string
  task?: string
  branch?: string
  code?: string
}

export interface Anchor {
  path: string
  lines?: string
  symbol?: string
  blob?: string
}

export interface Memory {
  id: string
  type: MemoryType
  content: string
  tags: string[]
  created: string
  updated?: string
  title?: string
  aliases?: string[]
  conflicts?: string
  supersedes?: string
  confidence?: number
  source?: string
  links?: { to: string; rel: string }[]
  anchors?: Anchor[]
  extra?: Record<string, unknown>
  trust?: Trust
  provenance?: Provenance
  quarantine?: string[]
  backlinks?: { from: string; rel: string; title: string }[]
}

export interface Hit extends Memory {
  score: number
  code?: 'changed' | 'gone'
  branches?: string[]
  past?: { state: string; commit: string; path: string }
  explain?: {
    terms: { term: string; field: string; score: number }[]
    priors: { name: string; score: number }[]
  }
}

export interface Recalled {
  branch: string
  total: number
  hits: Hit[]
  elsewhere: Hit[]
}

export interface Capture {
  state: 'healthy' | 'stopped' | 'lagging'
  text: string
}

export interface Status {
  branch: string
  checkedOut: boolean
  line: string
  count: number
  counts: Record<MemoryType, number>
  lastWrite?: { commit: string; when: string; subject: string }
  pending: string[] | number
  rendered: string
  renderPath: string
  capture: Capture
  inbox: number
  problems: string[]
  /** When it was exported, in a site. */
  made?: string
}
