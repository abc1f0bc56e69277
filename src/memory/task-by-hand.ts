/** The files of a task as people and agents edit them: what they are in their stored form, and why one may not be stored. */
import { nameSecrets } from './admit.js'
import { type Insight, parseInsights, renderInsights } from './insights.js'
import { mergeTaskFile } from './merge-task.js'
import { NO_PROGRESS, parseProgress, renderProgress } from './task-progress.js'
import { findSecrets } from './secrets.js'
import { cleanPrd, type TaskFileName } from './task.js'
import { cutPrivate } from './private.js'
import { MAX_FILE_BYTES } from './text.js'

/** What is shown of a file that the line does not have; undefined for nothing. */
export function emptyTaskFile(name: TaskFileName): string | undefined {
  if (name === 'progress.txt') return renderProgress(NO_PROGRESS)
  return name === 'prd.json' ? undefined : renderInsights([])
}

export interface TaskFileEdit {
  name: TaskFileName
  /** As we wrote it, undefined when we did not. */
  written: string | undefined
  found: string
}

/** Why a file as found may not be stored; undefined when it may. */
export function whyNotStored({ name, written = '', found }: TaskFileEdit): string | undefined {
  if (Buffer.byteLength(found) > MAX_FILE_BYTES) return `it has more than ${MAX_FILE_BYTES} bytes`
  if (cutPrivate(found) !== found) return 'it is marked as private'
  const findings = findSecrets(found).filter(({ start, end }) => !written.includes(found.slice(start, end)))
  if (findings.length > 0) return `it looks like it holds a secret, ${nameSecrets(findings)}`
  try {
    storedForm(name, found)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function storedForm(name: TaskFileName, text: string): string {
  if (name === 'progress.txt') return renderProgress(parseProgress(text))
  return name === 'prd.json' ? cleanPrd(text) : renderInsights(parseInsights(text))
}

/** The file with the edit, on the line as it is now. */
export function withEdit(edit: TaskFileEdit, ours: string | undefined, now: string): string | undefined {
  const { name, written, found } = edit
  const empty = emptyTaskFile(name)
  const theirs = name === 'memory/insights.json' ? stamped(written, found, now) : storedForm(name, found)
  // A file of ours without anything in it is one that the line does not have.
  const real = (text: string | undefined): string | undefined => (text === empty ? undefined : text)
  return mergeTaskFile(name, { base: real(written), ours, theirs: real(theirs) })
}

/** Insights that were added or changed by hand get the time of now. */
function stamped(written: string | undefined, found: string, now: string): string {
  const before = new Map((written === undefined ? [] : parseInsights(written)).map((one) => [one.id, one]))
  const stamp = (insight: Insight): Insight => {
    const old = before.get(insight.id)
    if (old === undefined) return insight.created === undefined ? { ...insight, created: now } : insight
    return renderInsights([old]) === renderInsights([insight]) ? insight : { ...insight, updated: now }
  }
  return renderInsights(parseInsights(found).map(stamp))
}
