/**
 * What must be known in the end, told without git and without merging. Every text has a word that no other has; only its owner
 * changes a memory, one change after the other. So whatever is merged in whatever order:
 * 1. The last version that was acknowledged is there, unless somebody tried to forget the memory afterwards.
 * 2. A version that was refused is nowhere.
 * 3. A memory that was forgotten, and never changed otherwise, is gone.
 * 4. What somebody wrote into the rendered file is there, or still in the file.
 * A process that was killed may have done it or not: then either is right.
 */
export type Fate = 'acknowledged' | 'refused' | 'unknown'

export interface Owned {
  id: string | undefined
  owner: string
  /** Where it was last seen by its owner: the branch. */
  branch: string
  versions: { word: string; fate: Fate }[]
  links: string[]
  forgetting: 'no' | 'acknowledged' | 'unknown'
  /** Edited, linked or restored: such a change survives a forget elsewhere. */
  touched: boolean
}

export class Model {
  readonly memories: Owned[] = []
  /** Of articles and of the journal: nobody changes them. */
  readonly articles = new Map<string, Fate>()
  readonly journal = new Map<string, Fate>()
  readonly byHand: string[] = []

  remembered(owner: string, branch: string, word: string, fate: Fate, id: string | undefined): void {
    const versions = [{ word, fate }]
    this.memories.push({ id, owner, branch, versions, links: [], forgetting: 'no', touched: false })
  }

  edited(memory: Owned, word: string, fate: Fate): void {
    memory.versions.push({ word, fate })
    if (fate !== 'refused') memory.touched = true
  }

  linked(memory: Owned, rel: string, fate: Fate): void {
    if (fate === 'refused') return
    memory.touched = true
    if (fate === 'acknowledged') memory.links.push(rel)
  }

  forgot(memory: Owned, fate: Fate): void {
    if (fate !== 'refused') memory.forgetting = fate
  }

  restored(memory: Owned, fate: Fate): void {
    if (fate === 'refused') return
    memory.touched = true
    // What was linked meanwhile on another branch may or may not be part of what came back.
    memory.links = []
    memory.forgetting = fate === 'acknowledged' ? 'no' : 'unknown'
  }

  /** Of each set of words one at least has to be among the memories and articles. */
  expected(): string[][] {
    const memories = this.memories.filter(({ forgetting }) => forgetting === 'no')
    return [
      ...memories.map(({ versions }) => latest(versions)),
      ...memories.flatMap(({ links }) => links.map((rel) => [rel])),
      ...wordsOf(this.articles, 'acknowledged').map((word) => [word]),
    ].filter((words) => words.length > 0)
  }

  expectedInJournal(): string[] {
    return wordsOf(this.journal, 'acknowledged')
  }

  /** Words that may be nowhere. */
  refused(): string[] {
    const versions = this.memories.flatMap((memory) => memory.versions)
    return [
      ...versions.filter(({ fate }) => fate === 'refused').map(({ word }) => word),
      ...wordsOf(this.articles, 'refused'),
      ...wordsOf(this.journal, 'refused'),
    ]
  }

  /** Words that may not be known any more. */
  forgotten(): string[] {
    return this.memories
      .filter(({ forgetting, touched }) => forgetting === 'acknowledged' && !touched)
      .flatMap(({ versions }) => versions.map(({ word }) => word))
  }
}

/** The last one acknowledged, or one after it whose fate is not known. Nothing was acknowledged: nothing is expected. */
function latest(versions: Owned['versions']): string[] {
  const last = versions.findLastIndex(({ fate }) => fate === 'acknowledged')
  if (last < 0) return []
  return versions
    .filter(({ fate }, n) => n === last || (n > last && fate === 'unknown'))
    .map(({ word }) => word)
}

function wordsOf(words: Map<string, Fate>, wanted: Fate): string[] {
  return [...words].filter(([, fate]) => fate === wanted).map(([word]) => word)
}
