/** Gc: pack our objects and keep our local files within limits. */
import type { Env } from '../env.js'
import { sweep, type Swept } from '../store/gc.js'
import { openWorkspace } from '../store/workspace.js'

export interface Collected extends Swept {
  warnings: string[]
}

export async function gc(env: Env): Promise<Collected> {
  const { repo, warnings } = await openWorkspace(env)
  return { ...(await sweep(repo)), warnings }
}
