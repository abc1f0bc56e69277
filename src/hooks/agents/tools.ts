/** What the agents' own tools do: which run a command, which touch files, and which of those change them. */
import type { ToolUse } from '../../session/agent-event.js'
import { listOf, recordOf, textOf, type Payload } from './adapter.js'

const READS = /^(?:read|read_?file|read_many_files|view)$/i
const EDITS =
  /^(?:edit|write|multi_?edit|notebook_?edit|write_?file|replace|apply_?patch|patch|str_replace)$/i
const FILE_KEYS = ['file_path', 'filePath', 'absolute_path', 'notebook_path', 'path', 'target_file']

export function toolUse(name: string, input: unknown): ToolUse {
  const given = recordOf(input)
  const edits = EDITS.test(name)
  const command = textOf(given['command'])
  const patch = edits ? (textOf(given['patch']) ?? textOf(given['patchText']) ?? command ?? '') : ''
  return {
    name,
    input: given,
    ...(command !== undefined && !edits && { command }),
    files: edits || READS.test(name) ? filesIn(given, patch) : [],
    edits,
  }
}

function filesIn(input: Payload, patch: string): string[] {
  const named = FILE_KEYS.map((key) => textOf(input[key])).filter((path) => path !== undefined)
  const listed = [...listOf(input['paths']), ...listOf(input['file_paths'])].filter(
    (path) => typeof path === 'string',
  )
  const patched = Array.from(patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm), ([, path]) =>
    path!.trim(),
  )
  const paths = [...named, ...listed, ...patched].filter(({ length }) => length <= LONGEST_PATH)
  return [...new Set(paths)].slice(0, MOST_FILES)
}

const MOST_FILES = 100
const LONGEST_PATH = 1024
