/**
 * Reads a memory as we write nearly all of them, without a YAML parser: id, type, tags and times, each in its one spelling. Whatever
 * differs in the least is left to `parseMemory`, which loads gray-matter and takes ten times as long.
 */
import { readFields } from './front-matter.js'
import { isMemoryId } from './id.js'
import { isMemoryType, type Memory, type MemoryId } from './memory.js'
import { cleanBody, MAX_FILE_BYTES } from './text.js'

const TIME = "'(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ)'"
const PLAIN = new RegExp(
  `^---\\nid: ([a-z]+-\\d+-[0-9a-z]{4})\\ntype: ([a-z]+)\\ntags: \\[([a-z0-9, -]*)\\]\\ncreated: ${TIME}\\n(?:updated: ${TIME}\\n)?---\\n`,
)
/** What YAML cannot take for anything but a string: it begins with a letter, and is no word for true, false or nothing. */
const TAG = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9-]*$/

/** Undefined when the text is of another form; that says nothing about whether it is a memory. */
export function parsePlainMemory(text: string, expectedId: MemoryId): Memory | undefined {
  const [head, id, type, list, created, updated] = PLAIN.exec(text) ?? []
  if (head === undefined || id !== expectedId || !isMemoryId(id) || !isMemoryType(type)) return undefined
  const tags = list === '' ? [] : list!.split(', ')
  if (!tags.every((tag) => TAG.test(tag)) || text.includes('\r')) return undefined
  if (text.length * 3 > MAX_FILE_BYTES && Buffer.byteLength(text) > MAX_FILE_BYTES) return undefined
  const body = cleanBody(text.slice(head.length))
  if (body.trim() === '') return undefined
  return { id, type, ...readFields({ tags, created, ...(updated && { updated }) }, id), body }
}
