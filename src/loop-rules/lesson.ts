/** What is worth remembering when something that failed passes: proposed, for a person to decide. Pure. */
import type { Proposal } from '../session/proposal.js'
import { type Criterion, type CriterionResult, labelOf } from './criterion.js'
import { plain } from './output.js'

export interface Repaired {
  loop: string
  iteration: number
  criterion: Criterion
  before: CriterionResult
  /** What the command said when it failed. */
  output: string
  files: readonly string[]
  /** What the agent wrote about the iteration. */
  notes?: string
}

/** Undefined when nothing was changed: then it was chance, not a repair. */
export function lessonOf({
  loop,
  iteration,
  criterion,
  output,
  files,
  notes,
}: Repaired): Proposal | undefined {
  if (files.length === 0) return undefined
  const what = criterion.command ?? labelOf(criterion)
  const error = firstError(output)
  const where =
    files.length > 3 ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more` : files.join(', ')
  const failed = error === '' ? `\`${what}\` failed.` : `\`${what}\` failed with: ${error}`
  const helped =
    notes === undefined ? `Fixed by a change of ${where}.` : `Fixed in ${where}: ${firstParagraph(notes)}`
  return {
    type: 'fix',
    body: `${failed}\n${helped}`,
    tags: ['loop', criterion.type.replace('_', '-')],
    why: `${what} failed before iteration ${iteration} of ${loop} and passed after it`,
    source: { kind: 'loop', loop, iteration },
  }
}

const LONGEST_ERROR = 200

/** The line that names the error; where none does, the last one. */
function firstError(output: string): string {
  const lines = plain(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
  const telling = lines.find((line) =>
    /\b(?:\w*Error|\w*Exception|panicked|assert\w*|expected|error(?:\[\w+\]|:| TS\d+))/i.test(line),
  )
  return (telling ?? lines.at(-1) ?? '').slice(0, LONGEST_ERROR)
}

const firstParagraph = (notes: string): string =>
  notes
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, ' ')
    .slice(0, 600)
