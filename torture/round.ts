/** One round: a new world, everybody at work at once for a while, then quiet, then the check. */
import { join } from 'node:path'
import { Actor, type Stage } from './actors.js'
import { check } from './check.js'
import { strike } from './faults.js'
import { Log } from './log.js'
import { Model } from './model.js'
import { settle } from './settle.js'
import { makeWorld, removeWorld, type World } from './world.js'

export interface RoundOptions {
  seed: number
  seconds: number
  /** Where the log goes. */
  logDir: string
  /** Called when all is quiet, before the check: for those who test the check. */
  beforeCheck?: (world: World, model: Model) => void
}

export interface Outcome {
  seed: number
  seconds: number
  findings: string[]
  counts: Record<string, number>
  /** How many words had to be there, and how many were not allowed to be. */
  checked: { known: number; journal: number; refused: number; forgotten: number }
  log: string
  /** Kept when something was found. */
  dir: string
  hadSmallDisk: boolean
}

export async function playRound({ seed, seconds, logDir, beforeCheck }: RoundOptions): Promise<Outcome> {
  const world = await makeWorld(seed)
  const model = new Model()
  const log = new Log(join(logDir, `torture-${seed}.jsonl`))
  const end = Date.now() + seconds * 1000
  const stage: Stage = { model, log, clocksJump: seed % 3 === 0, isOver: () => Date.now() > end }
  await Promise.all([...world.desks.map((desk) => new Actor(desk, stage).work()), strike(world, stage)])
  await settle(world, log)
  beforeCheck?.(world, model)
  check(world, model, log)
  log.close()
  if (log.findings.length === 0) removeWorld(world)
  return {
    seed,
    seconds,
    findings: log.findings,
    counts: log.counts,
    checked: {
      known: model.expected().length,
      journal: model.expectedInJournal().length,
      refused: model.refused().length,
      forgotten: model.forgotten().length,
    },
    log: log.path,
    dir: world.dir,
    hadSmallDisk: world.smallDisk !== undefined,
  }
}
