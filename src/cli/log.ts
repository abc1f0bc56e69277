/** How commits of a line are printed. */
import { changesOf } from '../memory/changes.js'
import { titleOf } from '../memory/memory.js'
import type { LogChange, LogEntry } from '../verbs/log.js'
import { renderChanges } from './changes.js'
import type { Paint } from './colour.js'
import { memoryJson } from './output.js'

/** Of a commit that changed many memories. */
const SHOWN_CHANGES = 10

export function entryJson(entry: LogEntry): Record<string, unknown> {
  return { ...entry, changes: entry.changes.map(changeJson) }
}

function changeJson({ before, after, ...change }: LogChange): Record<string, unknown> {
  return {
    ...change,
    ...(before && { before: memoryJson(before) }),
    ...(after && { after: memoryJson(after) }),
  }
}

export function renderEntry(entry: LogEntry, patch: boolean, paint: Paint): string {
  const { commit, when, author, agent, session, branch, code, task, subject, changes } = entry
  const by = [
    author,
    agent && `through ${agent}`,
    session && `in session ${session}`,
    task && `for ${task}`,
  ].filter(Boolean)
  const on = [branch && `on ${branch}`, code && `at ${code.slice(0, 10)}`].filter(Boolean)
  const shown = patch ? changes : changes.slice(0, SHOWN_CHANGES)
  const left = changes.length - shown.length
  return [
    `${paint.yellow(commit.slice(0, 10))} ${paint.dim(when)} ${subject}`,
    paint.dim(`    by ${[...by, ...on].join(' ')}`),
    ...shown.flatMap((change) => renderChange(change, patch, paint)),
    ...(left > 0 ? [paint.dim(`    … and ${left} more`)] : []),
    '',
  ].join('\n')
}

function renderChange({ id, what, before, after }: LogChange, patch: boolean, paint: Paint): string[] {
  const head = `    ${what} ${paint.yellow(id)}`
  const memory = after ?? before
  if (!patch || !memory) return [head]
  if (before && after)
    return [head, ...renderChanges(changesOf(before, after), paint).map((line) => `      ${line}`)]
  if (!after) return [`${head}  ${titleOf(memory)}`]
  const body = memory.body.split('\n').map((line) => `      ${paint.green(`+ ${line}`.trimEnd())}`)
  return [`${head} ${paint.cyan(memory.type)} ${paint.dim(memory.tags.join(', '))}`.trimEnd(), ...body]
}
