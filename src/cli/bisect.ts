/** How the state of a search is printed. */
import type { Env } from '../env.js'
import { titleOf } from '../memory/memory.js'
import type { BisectStep } from '../verbs/bisect/step.js'
import { renderJson } from './json.js'
import { memoryJson } from './output.js'
import { printable } from './printable.js'

export type StepFormat = 'text' | 'json'

export function printStep(
  env: Env,
  format: StepFormat,
  step: BisectStep,
  more: Record<string, unknown> = {},
): void {
  if (format === 'json') env.stdout.write(renderJson('bisect', { ...more, ...stepJson(step) }))
  else if (step.found) env.stdout.write(renderFound(step))
  else {
    env.stdout.write(step.next!.briefing)
    const { memories, tip } = step.next!
    const left = `${step.suspects} suspects, about ${step.questions} more questions`
    env.stderr.write(
      `try a run that knows these ${memories} memories: the briefing above, or RALPH_TIP=${tip} RALPH_RENDER=false\n` +
        `then: git ralph bisect good, or git ralph bisect bad (${left})\n`,
    )
  }
}

function stepJson({ among, suspects, questions, next, found }: BisectStep): Record<string, unknown> {
  return {
    among,
    suspects,
    questions,
    ...(next && { next }),
    ...(found && {
      found: { memories: found.memories.map(memoryJson), ...(found.commit && { commit: found.commit }) },
    }),
  }
}

function renderFound({ found }: BisectStep): string {
  const { memories, commit } = found!
  if (commit) {
    const { subject, author, when, code } = commit
    const on = code === undefined ? '' : ` on ${code.slice(0, 10)}`
    return printable(
      `it fails since ${commit.commit.slice(0, 10)} ${subject}\n    by ${author}, ${when}${on}\n`,
    )
  }
  const head =
    memories.length === 1 ? 'one memory is to blame' : `${memories.length} memories are to blame, together`
  const lines = memories.map((memory) => `  ${memory.id} ${memory.type}: ${titleOf(memory)}\n`)
  return printable(`${head}\n${lines.join('')}`)
}
