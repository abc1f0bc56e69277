/** The settings of loops with where they come from, and what would be checked here. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import type { Criterion } from '../../loop-rules/criterion.js'
import type { SettingSource } from '../../store/settings/settings.js'
import { setConfig, showConfig } from '../config.js'
import { planLoop } from './plan.js'

export interface LoopConfig {
  settings: SettingSource[]
  criteria: Criterion[]
  /** Commands of `ralph.yml` that nobody has agreed to yet. */
  unapproved: string[]
  /** Why there are no criteria. */
  problem?: string
  warnings: string[]
}

export async function loopConfig(env: Env): Promise<LoopConfig> {
  const { settings, warnings } = await showConfig(env)
  const own = settings.filter(({ name }) => name.startsWith('loop'))
  try {
    const { criteria, unapproved } = await planLoop(env)
    return { settings: own, criteria, unapproved, warnings }
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    return { settings: own, criteria: [], unapproved: [], problem: error.message, warnings }
  }
}

/** `maxIterations` and `loopMaxIterations` are the same. */
export async function setLoopConfig(
  env: Env,
  typed: string,
  value: string | undefined,
): Promise<SettingSource> {
  const bare = typed.replace(/^ralph\./i, '')
  const name = /^loop/i.test(bare) ? bare : `loop${bare[0]?.toUpperCase() ?? ''}${bare.slice(1)}`
  const before = value === undefined ? undefined : await currentOf(env, name)
  const source = await setConfig(env, name, value)
  try {
    await planLoop(env, { commands: ['true'] })
  } catch (error) {
    // A value that makes no sense for a loop is not left in the way of the next one.
    await setConfig(env, name, before)
    throw error
  }
  return source
}

async function currentOf(env: Env, name: string): Promise<string | undefined> {
  const { settings } = await showConfig(env)
  const found = settings.find((one) => one.name.toLowerCase() === name.toLowerCase())
  return found?.from.startsWith('git config') ? String(found.value) : undefined
}
