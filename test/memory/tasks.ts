/** Files of tasks, so small that everything collides. */
import * as fc from 'fast-check'
import { renderInsights } from '../../src/memory/insights.js'
import { mergeTaskFile } from '../../src/memory/merge-task.js'
import { addPatterns, NO_PROGRESS, renderEntry, renderProgress } from '../../src/memory/task-progress.js'
import { renderJsonFile, type TaskFileName } from '../../src/memory/task.js'

const anyTime = fc.integer({ min: 10, max: 14 }).map((second) => `2025-01-01T00:00:${second}Z`)
const anyWord = fc.constantFrom('one', 'two', 'three', 'four')

const anyProgress = fc
  .record({
    preamble: fc.constantFrom('', '# Log', '# Log\nof ours'),
    patterns: fc.uniqueArray(anyWord, { maxLength: 3 }),
    entries: fc.array(fc.record({ at: anyTime, text: anyWord, story: anyWord }), { maxLength: 3 }),
  })
  .map(({ preamble, patterns, entries }) => {
    const texts = entries.map(renderEntry).toSorted()
    return renderProgress({ ...addPatterns(NO_PROGRESS, patterns), preamble, entries: [...new Set(texts)] })
  })

const anyInsights = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('ins-000a', 'ins-000b', 'ins-000c'),
      type: fc.constantFrom('pattern' as const, 'fix' as const),
      content: anyWord,
      tags: fc.uniqueArray(anyWord, { maxLength: 2 }),
      created: anyTime,
      updated: anyTime,
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  )
  .map(renderInsights)

const anyPrd = fc
  .record(
    {
      description: anyWord,
      updated: anyTime,
      userStories: fc.uniqueArray(
        fc.record({ id: fc.constantFrom('US-1', 'US-2', 'US-3'), title: anyWord, passes: fc.boolean() }),
        { selector: ({ id }) => id, maxLength: 3 },
      ),
      tags: fc.array(anyWord, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  )
  .map(renderJsonFile)

export type Files = ReadonlyMap<TaskFileName, string>

const anyFile = (name: TaskFileName): fc.Arbitrary<string> =>
  name === 'progress.txt' ? anyProgress : name === 'prd.json' ? anyPrd : anyInsights

export const anyChange = fc
  .constantFrom<TaskFileName>('progress.txt', 'prd.json', 'memory/insights.json')
  .chain((name) => fc.record({ name: fc.constant(name), text: fc.option(anyFile(name), { nil: undefined }) }))

export type FileChange = typeof anyChange extends fc.Arbitrary<infer C> ? C : never

export function withChanges(files: Files, changes: readonly FileChange[]): Files {
  const next = new Map(files)
  for (const { name, text } of changes) {
    if (text === undefined) next.delete(name)
    else next.set(name, text)
  }
  return next
}

export function mergeFiles(base: Files, ours: Files, theirs: Files): Files {
  const merged = new Map<TaskFileName, string>()
  for (const name of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const texts = { base: base.get(name), ours: ours.get(name), theirs: theirs.get(name) }
    const text = mergeTaskFile(name, texts)
    if (text !== undefined) merged.set(name, text)
  }
  return merged
}

export const treeOf = (files: Files): string[] =>
  [...files].map(([name, text]) => `${name}\n${text}`).toSorted()
