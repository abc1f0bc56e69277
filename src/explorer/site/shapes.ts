/**
 * The files of an exported site, below `data/`. Types only: the page reads what the exporter writes.
 * A version is one text of one memory, on whichever lines have it; versions are numbered from the oldest to the newest.
 */
export interface Memory {
  id: string
  type: string
  title?: string
  content: string
  tags: string[]
  created: string
  updated?: string
  trust?: string
  anchors?: object[]
  provenance?: { author: string; agent?: string; when: string; commit: string }
  [other: string]: unknown
}

/** `site.json`: read first. */
export interface Site {
  made: string
  /** The branch that was checked out. */
  branch: string
  /** How many versions, or memories, share a file of `whole/` and `history/`. */
  bucket: number
  /** Whether sessions and loops are part of it. */
  sessions: boolean
  lines: SiteLine[]
}

export interface SiteLine {
  branch: string
  /** From the first to the last version of each run of versions that it has. */
  on: [number, number][]
}

/** `heads.json`: one for each version, with what a list shows. */
export interface Head extends Pick<
  Memory,
  'id' | 'type' | 'title' | 'tags' | 'created' | 'updated' | 'trust'
> {
  /** As much of it as a title needs. */
  content: string
  author?: string
  /** What has become of the code it speaks of, on the branch that was checked out. */
  code?: string
  quarantine?: string[]
}

/** `whole/<n>.json`: what `show --code` answers of each of `bucket` versions. */
export interface Whole {
  memory: Memory
  anchors?: object[]
}

/** `history/<n>.json`: commits by the id of the memory, as `log --patch` tells them; n is that of its first version divided by `bucket`. */
export type Histories = Record<string, object[]>

/** `search.json`: lunr's own serialised index; a document's ref is the number of its version. */
export interface SearchFile {
  /** A regular expression: what stands between words. */
  separator: string
  index: object
}

/** `budget.json`: what `prime --explain` answers for some budgets. */
export interface BudgetFile {
  branch: string
  memories: { id: string; type: string; title: string; tokens: number }[]
  steps: BudgetStep[]
}

export interface BudgetStep {
  budget: number
  tokens: number
  left: number
  /** Places in `memories`, with the reason why it is left out, if it is. */
  explain: [number, string?][]
}
