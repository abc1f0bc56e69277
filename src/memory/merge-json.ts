/**
 * Three-way merge of JSON, field by field. Lists of objects that have an `id` are merged by it, other lists as sets; a list that holds
 * something twice is a value of its own. What one side removed and the other changed stays. Nothing depends on which side is ours.
 */
import { arrange, choose, mergeSets } from './merge-fields.js'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** `at`: when each side was last changed, which decides where both changed one value. */
export function mergeJson(
  base: Json | undefined,
  ours: Json | undefined,
  theirs: Json | undefined,
  at: [string, string] = ['', ''],
): Json | undefined {
  if (same(ours, theirs) || same(base, theirs)) return ours
  if (same(base, ours)) return theirs
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  if (isObject(ours) && isObject(theirs)) return mergeObjects(isObject(base) ? base : {}, ours, theirs, at)
  if (Array.isArray(ours) && Array.isArray(theirs))
    return mergeLists(Array.isArray(base) ? base : [], ours, theirs, at)
  return choose<Json | undefined>([base, ours, theirs], at)
}

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function mergeObjects(
  base: JsonObject,
  ours: JsonObject,
  theirs: JsonObject,
  at: [string, string],
): JsonObject {
  const [olds, mine, other] = [base, ours, theirs].map((side) => new Map(Object.entries(side)))
  return Object.fromEntries(mergeByKey(olds!, mine!, other!, at))
}

function mergeByKey(
  base: ReadonlyMap<string, Json>,
  ours: ReadonlyMap<string, Json>,
  theirs: ReadonlyMap<string, Json>,
  at: [string, string],
): [string, Json][] {
  const merged = new Map<string, Json>()
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const value = mergeJson(base.get(key), ours.get(key), theirs.get(key), at)
    if (value !== undefined) merged.set(key, value)
  }
  const order = arrange(new Set(merged.keys()), [...base.keys()], [...ours.keys()], [...theirs.keys()])
  return order.map((key) => [key, merged.get(key)!])
}

function mergeLists(base: Json[], ours: Json[], theirs: Json[], at: [string, string]): Json[] {
  const [olds, mine, other] = [base, ours, theirs].map(byId)
  if (olds && mine && other) return mergeByKey(olds, mine, other, at).map(([, value]) => value)
  const sets = [base, ours, theirs].map((list) => list.map((item) => JSON.stringify(item)))
  if (sets.some((list) => new Set(list).size < list.length)) return choose([base, ours, theirs], at)
  return mergeSets(sets[0], sets[1]!, sets[2]!).map((item) => JSON.parse(item) as Json)
}

/** Undefined unless all items are objects with ids of their own. */
function byId(list: Json[]): Map<string, Json> | undefined {
  const items = new Map<string, Json>()
  for (const item of list) {
    const id = isObject(item) ? item['id'] : undefined
    if (typeof id !== 'string' && typeof id !== 'number') return undefined
    items.set(JSON.stringify(id), item)
  }
  return items.size === list.length ? items : undefined
}
