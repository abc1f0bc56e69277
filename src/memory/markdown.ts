/**
 * The stored form of a memory: YAML front matter, then the body, ending in exactly one newline. Ids, times and strings that
 * look like numbers are quoted where YAML would read something else. Unknown keys are kept on rewrite.
 *
 * Files come from other people's pushes. Only YAML is accepted (gray-matter would execute `---js` front matter), within limits.
 */
import matter from 'gray-matter'
import { RalphError } from '../errors.js'
import { checkFrontMatter, KNOWN_KEYS, readFields } from './front-matter.js'
import { isMemoryId } from './id.js'
import { isMemoryType, MEMORY_TYPES } from './memory.js'
import type { Memory, MemoryId } from './memory.js'
import { cleanBody, MAX_FILE_BYTES } from './text.js'

const MAX_FRONT_MATTER_BYTES = 32 * 1024

const refuse = (): never => {
  throw new Error('only YAML front matter is read')
}
const REFUSED = { parse: refuse, stringify: refuse }
// Options are passed on every call: without them gray-matter shares parsed objects and hides a second failure.
const PARSE_OPTIONS = {
  language: 'yaml',
  engines: { js: REFUSED, javascript: REFUSED, json: REFUSED, coffee: REFUSED },
}
const RENDER_OPTIONS = { ...PARSE_OPTIONS, flowLevel: 1, lineWidth: -1, noRefs: true, skipInvalid: true }

/** Reads a memory file leniently, or throws `bad-memory` saying what is wrong. */
export function parseMemory(text: string, expectedId?: MemoryId): Memory {
  const where = expectedId === undefined ? 'memory' : `memory '${expectedId}'`
  const { data, content } = parseFrontMatter(text, where)
  const id = data['id']
  if (id === undefined || id === null) throw badMemory(where, 'has no id')
  if (typeof id !== 'string' || !isMemoryId(id)) throw badMemory(where, `has an ill-formed id ${quote(id)}`)
  if (expectedId !== undefined && id !== expectedId) throw badMemory(where, `names itself '${id}'`)
  const type = data['type']
  if (!isMemoryType(type)) {
    throw badMemory(where, `has ${type === undefined ? 'no type' : `the unknown type ${quote(type)}`}`, {
      hint: `types are ${MEMORY_TYPES.join(', ')}`,
    })
  }
  const body = cleanBody(content)
  if (body.trim() === '') throw badMemory(where, 'has no body')
  return { id, type, ...readFields(data, id), body }
}

/** The bytes that are stored. Equal memories have equal bytes. */
export function renderMemory(memory: Memory): string {
  const data: Record<string, unknown> = {}
  for (const key of KNOWN_KEYS) if (memory[key] !== undefined) data[key] = memory[key]
  for (const [key, value] of Object.entries(memory.extra ?? {}))
    if (!Object.hasOwn(data, key)) data[key] = value
  return renderFrontMatter(data, memory.body)
}

/** Front matter, each key on a line as far as YAML allows, and the text below it. */
export function renderFrontMatter(data: Record<string, unknown>, content: string): string {
  return matter.stringify({ content }, data, RENDER_OPTIONS)
}

/** The checked front matter of a file and the text below it; `where` names the file in errors. */
export function parseFrontMatter(
  text: string,
  where: string,
): { data: Record<string, unknown>; content: string } {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES)
    throw badMemory(where, `is larger than ${MAX_FILE_BYTES} bytes`)
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const fence = plain.split('\n', 1)[0]!.trimEnd()
  if (fence !== '---') {
    const found = fence.startsWith('---')
      ? `opens its front matter with ${quote(fence)}`
      : 'has no front matter'
    throw badMemory(where, `${found}, expected '---'`)
  }
  // gray-matter takes any line that begins with --- as the end: look at it before handing over.
  const end = /\n---(.*)/.exec(plain.slice(3))
  if (end === null) throw badMemory(where, 'has front matter that never ends')
  if (end[1]!.trimEnd() !== '') throw badMemory(where, `ends its front matter with ${quote(`---${end[1]}`)}`)
  const head = plain.slice(plain.indexOf('\n') + 1, 3 + end.index + 1)
  if (Buffer.byteLength(head) > MAX_FRONT_MATTER_BYTES) {
    throw badMemory(where, `has more than ${MAX_FRONT_MATTER_BYTES} bytes of front matter`)
  }
  const body = plain.slice(3 + end.index + end[0].length + 1)
  let data: unknown
  try {
    data = matter(`---\n${head}---\n`, PARSE_OPTIONS).data
  } catch (cause) {
    throw badMemory(where, `has front matter that is not YAML: ${reasonOf(cause)}`, { cause })
  }
  const checked = checkFrontMatter(data)
  if (typeof checked === 'string') throw badMemory(where, checked)
  return { data: checked, content: body }
}

/** A settings file in YAML, under the same limits as front matter. */
export function parseYaml(text: string): Record<string, unknown> {
  if (Buffer.byteLength(text) > MAX_FRONT_MATTER_BYTES)
    throw new Error(`larger than ${MAX_FRONT_MATTER_BYTES} bytes`)
  // A document marker would end the front matter that gray-matter is told it reads.
  const plain = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^---.*$/gm, '')
  const checked = checkFrontMatter(matter(`---\n${plain}\n---\n`, PARSE_OPTIONS).data)
  if (typeof checked === 'string') throw new Error(checked.replace('front matter ', ''))
  return checked
}

export function badMemory(
  where: string,
  what: string,
  details: { hint?: string; cause?: unknown } = {},
): RalphError {
  return new RalphError('bad-memory', `${where} ${what}`, details)
}

/** js-yaml's one-line reason; a stack overflow has none, and its message depends on the engine. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'nested too deeply'
  const { reason, mark } = error as { reason?: string; mark?: { line?: number } }
  if (reason === undefined) return (error as Error).message.split('\n', 1)[0]!
  return mark?.line === undefined ? reason : `${reason} (line ${mark.line + 1})`
}

function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)
  return `'${cleanBody(text).slice(0, 60)}'`
}
