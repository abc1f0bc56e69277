/**
 * A process beside the test, bundled by it. `write <directory> <session> <count> <bytes>` appends observations, printing each id once it
 * is written; `drain <directory>` puts them away, again and again, until it is killed or the directory has a file `stop`.
 */
import { existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { processEnv } from '../../src/process-env.js'
import { appendToSpool, observationId } from '../../src/store/sessions/spool.js'
import { drain } from '../../src/verbs/sessions/drain.js'

const [mode, directory = '', session = '', count, bytes] = process.argv.slice(2)

async function main(): Promise<void> {
  if (mode === 'write') {
    for (let i = 0; i < Number(count); i++) {
      const now = new Date()
      const id = observationId(now)
      const text = `${id} `.repeat(Math.ceil(Number(bytes) / (id.length + 1)))
      const observation = {
        id,
        type: 'note',
        at: now.toISOString(),
        event: 'prompt',
        session,
        agent: 'test',
        text,
      } as const
      appendToSpool(join(directory, '.git/ralph'), observation)
      writeSync(1, `${id}\n`)
    }
  } else {
    while (!existsSync(join(directory, 'stop'))) {
      const { skipped } = await drain({ ...processEnv(), cwd: directory }, { all: true })
      writeSync(1, skipped > 0 ? `skipped ${skipped}\n` : '')
    }
  }
}

void main().then(() => process.exit(0))
