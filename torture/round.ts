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
  /** Another build of git-ralph: for those who test whether the check can fail. */
  bin?: string
}

export interface Outcome {
  seed: number
  seconds: number
  findings: string[]
  counts: Record<string, number>
  mishaps: Record<string, number>
  /** How many words had to be there, and how many were not allowed to be. */
  checked: { known: number; journal: number; byHand: number; refused: number; forgotten: number }
  log: string
  /** Kept when something was found. */
  world: World
}

export async function playRound({ seed, seconds, logDir, bin }: RoundOptions): Promise<Outcome> {
  const world = await makeWorld(seed, bin)
  const model = new Model()
  const log = new Log(join(logDir, `torture-${seed}.jsonl`))
  const end = Date.now() + seconds * 1000
  const stage: Stage = { model, log, clocksJump: seed % 3 === 0, isOver: () => Date.now() > end }
  await Promise.all([...world.desks.map((desk) => new Actor(desk, stage).work()), strike(world, stage)])
  await settle(world, log)
  check(world, model, log)
  log.close()
  if (log.findings.length === 0) removeWorld(world)
  return {
    seed,
    seconds,
    findings: log.findings,
    counts: log.counts,
    mishaps: log.mishaps,
    checked: {
      known: model.expected().length,
      journal: model.expectedInJournal().length,
      byHand: model.byHand.length,
      refused: model.refused().length,
      forgotten: model.forgotten().length,
    },
    log: log.path,
    world,
  }
}
