/** What `prime --explain` answers: see docs/json.md. */
import type { MemoryType } from '../data/shapes.js'

export interface Considered {
  id: string
  type: MemoryType
  title: string
  tokens: number
  left?: 'too-large' | 'spent'
}

export interface Briefing {
  branch: string
  /** In an exported site: the one that was asked for beforehand. */
  budget?: number
  tokens: number
  /** How many were left out, in all. */
  left: number
  explain?: Considered[]
}
