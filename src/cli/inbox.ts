/** How the inbox is printed. */
import type { Env } from '../env.js'
import type { Approved } from '../verbs/inbox/approve.js'
import type { Waiting } from '../verbs/inbox/list.js'
import { paintFor } from './colour.js'
import { renderJson } from './json.js'
import { memoryJson, printable, printWarnings } from './output.js'

export const waitingJson = ({ id, proposed, proposal }: Waiting): Record<string, unknown> => {
  const { body, ...rest } = proposal
  return { id, proposed, content: body, ...rest }
}

export function printInbox(env: Env, waiting: readonly Waiting[]): void {
  if (waiting.length === 0) {
    env.stdout.write('nothing waits in the inbox\n')
    return
  }
  const paint = paintFor(env.stdout, env.vars)
  for (const [i, { id, proposal }] of waiting.entries()) {
    const body = printable(proposal.body).replace(/\n/g, '\n   ')
    const tags = proposal.tags.length > 0 ? ` ${paint.dim(proposal.tags.join(', '))}` : ''
    env.stdout.write(
      `${paint.yellow(`${i + 1}.`.padEnd(3))}${paint.cyan(proposal.type)} ${paint.dim(id)}${tags}\n` +
        `   ${body}\n   ${paint.dim(printable(proposal.why))}\n\n`,
    )
  }
  env.stdout.write('git ralph inbox approve|edit|dismiss <number>\n')
}

export function printApproved(env: Env, format: 'table' | 'json', approved: readonly Approved[]): void {
  for (const { remembered } of approved) printWarnings(env, remembered.warnings)
  if (format === 'json') {
    const memories = approved.map(({ waiting, remembered }) => ({
      proposal: waiting.id,
      outcome: remembered.outcome,
      branch: remembered.branch,
      ...(remembered.parked && { parked: remembered.parked }),
      memory: memoryJson(remembered.memory),
    }))
    env.stdout.write(renderJson('approved', { memories }))
    return
  }
  for (const { remembered } of approved) {
    const what = remembered.outcome === 'known' ? 'Known already' : 'Memory stored'
    env.stdout.write(`📝 ${what}: ${remembered.memory.id}\n`)
  }
}
