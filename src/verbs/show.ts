/** Show: one memory, found by its id or a part of it. */
import type { Env } from '../env.js'
import type { Memory } from '../memory/memory.js'
import type { ViewOptions } from '../store/line/line.js'
import { openWorkspace } from '../store/workspace.js'
import { findMemory } from './find-memory.js'

export interface Shown {
  memory: Memory
  warnings: string[]
}

export async function show(env: Env, id: string, options: ViewOptions = {}): Promise<Shown> {
  const workspace = await openWorkspace(env, options)
  return { memory: await findMemory(workspace, id), warnings: workspace.warnings }
}
