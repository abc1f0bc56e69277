/** WHAT an agent is told of the task it works on, and of what holds all over the project. Pure. */
import {
  PATTERN_SECTIONS,
  PATTERN_TYPES,
  type PatternType,
  patternsOf,
  renderItem,
} from '../memory/global-patterns.js'
import { byAge } from '../memory/id.js'
import type { Memory } from '../memory/memory.js'
import { type Progress, renderProgress } from '../memory/task-progress.js'
import type { Story, Task } from '../memory/task.js'
import { boundTokens } from './fit.js'

export interface Told {
  /** Empty when there is nothing to tell, or no room. */
  text: string
  /** How many entries did not fit. */
  left: number
}

/** The task, its stories, and as much of its progress as fits, the newest first to be taken. 0: no limit. */
export function renderTaskPart(
  { id, title }: Task,
  stories: readonly Story[],
  progress: Progress,
  budget: number,
): Told {
  const open = stories.map((story) => `- [${story.done ? 'x' : ' '}] ${story.id} ${story.title}`.trimEnd())
  const head = [
    `## Task ${id}`,
    ...(title === id ? [] : ['', title]),
    ...(open.length > 0 ? ['', ...open] : []),
  ]
  const whole = (entries: readonly string[]): string =>
    `${head.join('\n')}\n\n${demoted(renderProgress({ ...progress, entries: [...entries] }))}`
  let from = progress.entries.length
  const fits = (at: number): boolean =>
    budget === 0 || boundTokens(whole(progress.entries.slice(at))) <= budget
  if (!fits(from)) return { text: '', left: 0 }
  while (from > 0 && fits(from - 1)) from--
  return { text: whole(progress.entries.slice(from)), left: from }
}

/** Headings of the file stand below that of the part. */
const demoted = (text: string): string => text.replace(/^##? /gm, '### ')

/** Conventions, gotchas and tips, as many of the newest as fit. 0: no limit. */
export function renderPatternsPart(memories: readonly Memory[], budget: number): Told {
  const all = patternsOf(memories).toSorted(byAge).toReversed()
  const heading = '## Global Codebase Patterns\n'
  const sectionOf = (type: PatternType): string => `\n### ${PATTERN_SECTIONS[type]}\n`
  let room = budget === 0 ? Infinity : budget - boundTokens(heading + PATTERN_TYPES.map(sectionOf).join(''))
  const told: Memory[] = []
  for (const memory of all) {
    const cost = boundTokens(`${renderItem(memory.body)}\n`)
    if (cost > room) continue
    room -= cost
    told.push(memory)
  }
  if (told.length === 0) return { text: '', left: 0 }
  const shown = patternsOf(told)
  const sections = PATTERN_TYPES.map((type) => {
    const items = shown.filter((one) => one.type === type).map(({ body }) => `${renderItem(body)}\n`)
    return items.length === 0 ? '' : sectionOf(type) + items.join('')
  })
  return { text: heading + sections.join(''), left: all.length - told.length }
}
