/** Three-way merge of the files of a task, each by its own rules. Undefined stands for a file that is not there. */
import { mergeInsights, parseInsights, renderInsights } from './insights.js'
import { type Json, mergeJson } from './merge-json.js'
import {
  isEmptyProgress,
  mergeProgress,
  NO_PROGRESS,
  parseProgress,
  renderProgress,
} from './task-progress.js'
import { parseJsonFile, renderJsonFile, type TaskFileName } from './task.js'

export interface TaskTexts {
  base: string | undefined
  ours: string | undefined
  theirs: string | undefined
}

/** Throws `bad-memory` when a version cannot be read. The order of the sides does not matter. */
export function mergeTaskFile(name: TaskFileName | 'task.json', texts: TaskTexts): string | undefined {
  const { base, ours, theirs } = texts
  if (ours === theirs || base === theirs) return ours
  if (base === ours) return theirs
  const isRemoved = ours === undefined || theirs === undefined
  switch (name) {
    case 'progress.txt': {
      const parse = (text: string | undefined) => (text === undefined ? NO_PROGRESS : parseProgress(text))
      const merged = mergeProgress(parse(base), parse(ours), parse(theirs))
      // Only what was added on the other side outlives a removal.
      return isRemoved && isEmptyProgress(merged) ? undefined : renderProgress(merged)
    }
    case 'memory/insights.json': {
      const parse = (text: string | undefined) => (text === undefined ? [] : parseInsights(text))
      const merged = mergeInsights(parse(base), parse(ours), parse(theirs))
      return isRemoved && merged.length === 0 ? undefined : renderInsights(merged)
    }
    case 'prd.json':
    case 'task.json': {
      const [old, mine, other] = [base, ours, theirs].map((text) =>
        text === undefined ? undefined : (parseJsonFile(text, name) as Json),
      )
      const merged = mergeJson(old, mine, other, [updatedIn(mine), updatedIn(other)])
      return merged === undefined ? undefined : renderJsonFile(merged)
    }
  }
}

/** When a record was changed last; a prd.json need not say. */
function updatedIn(value: Json | undefined): string {
  const updated = value !== null && typeof value === 'object' && !Array.isArray(value) && value['updated']
  return typeof updated === 'string' ? updated : ''
}
