/** How the wiring of agents is told. */
import type { Env } from '../env.js'
import { lineChanges } from '../memory/merge-text.js'
import type { Wired, WiredFile } from '../verbs/install.js'
import { renderChanges } from './changes.js'
import type { Paint } from './colour.js'

const DONE: Record<WiredFile['what'], string> = {
  created: 'wrote',
  changed: 'changed',
  removed: 'removed',
  unchanged: 'left',
}
const WOULD = { created: 'write', changed: 'change', removed: 'remove', unchanged: 'leave' } as const

/** With `dryRun` each change is shown line by line. */
export function printWired(
  env: Env,
  { files, hints }: Wired,
  { dryRun, paint }: { dryRun: boolean; paint: Paint },
): void {
  const changes = files.filter(({ what }) => what !== 'unchanged')
  for (const { agent, path, what, before = '', after = '' } of changes) {
    const says = dryRun ? `would ${WOULD[what]}` : `✓ ${DONE[what]}`
    env.stdout.write(`${says} '${path}'${paint.dim(` (${agent})`)}\n`)
    if (!dryRun) continue
    const lines = renderChanges({ fields: [], lines: lineChanges(before, after) }, paint)
    env.stdout.write(`${lines.map((line) => `    ${line}`.trimEnd()).join('\n')}\n`)
  }
  if (changes.length === 0) env.stdout.write('everything is as it should be\n')
  for (const hint of hints) env.stdout.write(`• ${hint}\n`)
}
