/** An agent at work, made up of this project's own sources and the documentation of packages: the same every time. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent, ToolUse } from '../../src/session/agent-event.js'

declare const ROOT: string

const texts = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: `src/${name}`, text: readFileSync(join(ROOT, 'src', name), 'utf8') }))
const docs = readdirSync(join(ROOT, 'node_modules'))
  .map((name) => join(ROOT, 'node_modules', name, 'README.md'))
  .filter((path) => existsSync(path))
  .map((path) => readFileSync(path, 'utf8'))

let state = 20250121
const random = (n: number): number => (state = (state * 48271) % 2147483647) % n
export const oneOf = <T>(items: readonly T[]): T => items[random(items.length)]!
const piece = (text: string, most: number): string => {
  const from = random(Math.max(1, text.length - most))
  return text.slice(from, from + 1 + random(most))
}

/** Of twenty: eight files read, five edited, five commands of which one fails, two prompts or answers. */
export function toolUse(dir: string): Partial<AgentEvent> {
  const kind = random(20)
  const { name, text } = oneOf(texts)
  const file = join(dir, name)
  const tool = (given: Partial<ToolUse>): Partial<AgentEvent> => ({
    kind: 'after-tool',
    tool: { name: 'Read', input: { file_path: file }, files: [file], edits: false, failed: false, ...given },
  })
  if (kind < 8) return tool({ result: piece(text, 12_000) })
  if (kind < 13) {
    const input = { file_path: file, old_string: piece(text, 600), new_string: piece(text, 800) }
    return tool({ name: 'Edit', edits: true, input, result: piece(text, 1500) })
  }
  if (kind < 18) {
    const command = `npx vitest run ${name.replace('src/', 'test/').replace('.ts', '.test.ts')}`
    const shown = { name: 'Bash', files: [], input: { command }, command }
    if (kind === 17)
      return tool({ ...shown, failed: true, error: `Exit code 1\nError: ${piece(text, 2500)}` })
    return tool({ ...shown, result: piece(oneOf(docs), 5000) })
  }
  return kind === 18
    ? { kind: 'prompt', prompt: piece(oneOf(docs), 300) }
    : { kind: 'stop', message: piece(oneOf(docs), 800) }
}
