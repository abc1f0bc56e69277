/** Bisect, start: look for the memories, or the commit of the line, that make a run fail. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { type Bisection, newBisection, writeBisection } from '../../store/bisect/bisection.js'
import { findSuspects } from '../../store/bisect/suspects.js'
import { openWorkspace } from '../../store/workspace.js'
import { type BisectStep, stepOf } from './step.js'

export interface BisectOptions {
  /** Look for the commit of the line since which it fails, instead of among the memories there are. */
  commits?: boolean
  /** With `commits`: when it still worked, as a revision of the code or a time. @default before the first memory */
  good?: string | Date
}

export interface BisectStarted extends BisectStep {
  branch: string
  warnings: string[]
}

export async function bisectStart(env: Env, options: BisectOptions = {}): Promise<BisectStarted> {
  if (options.good !== undefined && !options.commits)
    throw new RalphError('bad-usage', '--good needs --commits', {
      hint: 'among the memories there are, none at all is taken for good',
    })
  const { repo, view, warnings } = await openWorkspace(env)
  const { branch, tip } = view
  if (tip === undefined) throw new RalphError('bad-usage', `'${branch}' remembers nothing`)
  const suspects = await findSuspects(repo, tip, options)
  const bisection: Bisection = { ...newBisection(), branch, ...suspects }
  const step = await stepOf(repo, bisection)
  writeBisection(repo, bisection)
  return { ...step, branch, warnings }
}
