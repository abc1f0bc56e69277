/** Conflicting variants: how they are shown, and how a person is asked. */
import type { Env } from '../env.js'
import type { Memory } from '../memory/memory.js'
import type { Choice, Conflict, Settlement } from '../verbs/resolve.js'
import type { Ask } from './ask.js'
import { paintFor, type Paint } from './colour.js'
import { memoryJson } from './output.js'

export function conflictJson({ id, memory, variants }: Conflict): Record<string, unknown> {
  return { id, memory: memory ? memoryJson(memory) : null, variants: variants.map(memoryJson) }
}

export function renderConflict(conflict: Conflict, paint: Paint): string {
  const texts = textsOf(conflict).map((memory, at) => renderText(memory, at, paint))
  const gone = conflict.memory ? '' : paint.dim(`${conflict.id} was forgotten; this was kept of it\n`)
  return gone + texts.join('')
}

/** The memory first, as it is remembered now. */
const textsOf = ({ memory, variants }: Conflict): Memory[] => (memory ? [memory, ...variants] : variants)

function renderText(memory: Memory, at: number, paint: Paint): string {
  const role = memory.conflicts ? `in conflict with ${memory.conflicts}` : memory.type
  const when = memory.updated ?? memory.created
  const body = memory.body.split('\n').map((line) => (line ? `     ${line}` : ''))
  return `${paint.bold(`[${at + 1}]`)} ${paint.yellow(memory.id)} ${paint.dim(`${role}, ${when}`)}\n${body.join('\n')}\n`
}

/** Asks for each conflict; those that are skipped stay as they are, and so does all that is left when the input ends. */
export async function askForChoices(
  env: Env,
  conflicts: readonly Conflict[],
  ask: Ask,
): Promise<Settlement[]> {
  const paint = paintFor(env.stderr, env.vars)
  const settlements: Settlement[] = []
  for (const [at, conflict] of conflicts.entries()) {
    env.stderr.write(
      `\n${paint.bold(`conflict ${at + 1} of ${conflicts.length}`)}\n${renderConflict(conflict, paint)}`,
    )
    const numbers = textsOf(conflict).map((_, n) => n + 1)
    for (;;) {
      const answer = await ask(`keep ${numbers.join(' or ')}, [b]oth, [e]dit, [s]kip? `)
      if (answer === undefined) return settlements
      const choice = choiceOf(conflict, answer.trim().toLowerCase())
      if (choice === 'skip') break
      if (choice === undefined) continue
      settlements.push({ conflict, choice })
      break
    }
  }
  return settlements
}

function choiceOf(conflict: Conflict, answer: string): Choice | 'skip' | undefined {
  const text = /^[1-9]\d*$/.test(answer) ? textsOf(conflict)[Number(answer) - 1] : undefined
  if (text) return { keep: text.id }
  if (answer === 'b' || answer === 'both') return { both: true }
  if (answer === 'e' || answer === 'edit') return { edit: true }
  return answer === 's' || answer === 'skip' ? 'skip' : undefined
}
