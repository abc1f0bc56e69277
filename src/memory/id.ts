/** Memory ids: how they are drawn, recognised, ordered and turned into paths. */
import type { Memory, MemoryId } from './memory.js'

const ID = /^(?:mem|fix|decision|pattern|context)-(\d{1,12})-([0-9a-z]{4})$/

/** Whether `text` is an id we may read. What we write is narrower: `mem-{unix seconds}-{4 hex}`. */
export function isMemoryId(text: string): boolean {
  return ID.test(text)
}

const STYLES = ['mem', 'fix', 'decision', 'pattern', 'context']

/** All the ways to write an id, its own first: `fix-1737372000-a1b2` and `mem-1737372000-a1b2` name one memory. */
export function stylesOf(id: MemoryId): MemoryId[] {
  const rest = id.slice(id.indexOf('-'))
  return [id, ...STYLES.map((style) => style + rest).filter((other) => other !== id)]
}

/** `mem-1737372000-a1b2`: the style that is stored. */
export function plainIdOf(id: MemoryId): MemoryId {
  return `mem${id.slice(id.indexOf('-'))}`
}

/** `fix-1737372000-a1b2`: the style of guardrails, which names the type. */
export function guardrailIdOf({ id, type }: Pick<Memory, 'id' | 'type'>): MemoryId {
  return type + id.slice(id.indexOf('-'))
}

/** Draws an id that is not taken. The four digits are random; once they are crowded the clock's second is moved on. */
export async function drawId(
  now: Date,
  random: (n: number) => Uint8Array,
  isTaken: (id: MemoryId) => Promise<boolean>,
): Promise<MemoryId> {
  let seconds = Math.floor(now.getTime() / 1000)
  for (let draws = 1; ; draws++) {
    const [high, low] = random(2)
    const id = `mem-${seconds}-${((high! << 8) | low!).toString(16).padStart(4, '0')}`
    if (!(await isTaken(id))) return id
    if (draws % 64 === 0) seconds++
  }
}

/** The second in an id: when the memory was first made, as far as its id tells. */
export function secondsOf(id: MemoryId): number {
  return Number(ID.exec(id)?.[1] ?? 0)
}

/** Older ids first; ties by the rest of the id, so that every clone orders alike. */
export function compareIds(a: MemoryId, b: MemoryId): number {
  return secondsOf(a) - secondsOf(b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** The order of listings: the oldest first. */
export function byAge(a: Pick<Memory, 'id' | 'created'>, b: Pick<Memory, 'id' | 'created'>): number {
  return a.created < b.created ? -1 : a.created > b.created ? 1 : compareIds(a.id, b.id)
}

/** `memories/<xx>/<id>.md`, where xx depends on the id alone: see docs/data-model.md#tree. */
export function pathOf(id: MemoryId): string {
  return `memories/${shardOf(id)}/${id}.md`
}

/** The id that a path of a line's tree names, or undefined when the path is not one we would have written. */
export function idOfPath(path: string): MemoryId | undefined {
  const id = /^memories\/[0-9a-f]{2}\/([a-z0-9-]+)\.md$/.exec(path)?.[1]
  return id !== undefined && isMemoryId(id) && path === pathOf(id) ? id : undefined
}

/** Two hex digits of the id's FNV-1a hash. Part of the stored format: never change it. */
function shardOf(id: MemoryId): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & 255).toString(16).padStart(2, '0')
}
