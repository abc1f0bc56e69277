import type { LineChange } from '../parts/line-diff.js'
import type { Anchor, AnchorState, Memory, MemoryType } from '../data/shapes.js'

export interface Proposal {
  id: string
  proposed: string
  type: MemoryType
  content: string
  title?: string
  tags: string[]
  why: string
  source: { kind: 'session'; session: string } | { kind: 'loop'; loop: string; iteration: number }
}

export interface Held {
  id: string
  why: string[]
  from: string
  state: 'held' | 'approved' | 'rejected'
  text: string
}

export interface Stale extends Omit<Memory, 'anchors'> {
  state: AnchorState
  anchors: (Anchor & { state: AnchorState; now?: { path: string; lines?: string }; changes?: LineChange[] })[]
}
