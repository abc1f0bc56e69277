/** `init --migrate`: what would move is shown first, and moves once somebody agrees. */
import type { Env } from '../env.js'
import { moveSkills, planSkillMoves, type SkillMove } from '../verbs/migrate-skills.js'
import { withPrompt } from './ask.js'
import { printable } from './printable.js'

export interface Migrated {
  moves: SkillMove[]
  /** False when it was only shown. */
  moved: boolean
}

/** Asks when there is a terminal and nobody said yes already; says nothing itself with `quiet`. */
export async function migrate(env: Env, options: { yes: boolean; quiet: boolean }): Promise<Migrated> {
  const plan = await planSkillMoves(env)
  const able = plan.filter(({ stays }) => stays === undefined)
  const say = (text: string): void => {
    if (!options.quiet) env.stdout.write(printable(text))
  }
  if (plan.length === 0) say('• there are no skills to move\n')
  for (const { from, to, stays } of plan)
    say(stays === undefined ? `• would move '${from}' to '${to}'\n` : `• '${from}' stays: ${stays}\n`)
  if (able.length === 0) return { moves: plan, moved: false }
  const agreed = options.yes || (!options.quiet && (await askForConsent(env)))
  if (!agreed) {
    say('• nothing was moved; to move them: git ralph init --migrate --yes\n')
    return { moves: plan, moved: false }
  }
  const moves = await moveSkills(env)
  for (const { from, to, stays } of moves) if (stays === undefined) say(`✓ moved '${from}' to '${to}'\n`)
  return { moves, moved: true }
}

async function askForConsent(env: Env): Promise<boolean> {
  if (!env.stdin.isTTY || !env.stdout.isTTY) return false
  return withPrompt(env, async (ask) => /^y(es)?$/i.test((await ask('move them? [y/N] '))?.trim() ?? ''))
}
