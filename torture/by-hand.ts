/** People write into `.agent/memories.md`: nothing of it may get lost, whatever happens to the command that reads it. */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from './actors.js'

export const RENDERED = '.agent/memories.md'

export async function editByHand(actor: Actor): Promise<void> {
  const { name, dir, onSmallDisk } = actor.desk
  const path = join(dir, RENDERED)
  // On a full disk the editor would be to blame.
  if (onSmallDisk || !existsSync(path)) return
  const word = actor.word()
  appendFileSync(path, `\n### \n> Noted ${word} by hand\n`)
  actor.stage.model.byHand.push(word)
  actor.stage.log.add({ who: name, what: 'hand edit', word })
  await actor.remember()
}
