/** Two branches that changed the same lines of a memory, merged. */
import type { Memory } from '../../src/memory/memory.js'
import { lineRef } from '../../src/store/line/line.js'
import { mergeIntoLine } from '../../src/store/line/merge-lines.js'
import { readRef } from '../../src/store/git/refs.js'
import { openRepo } from '../../src/store/git/repo.js'
import { edit } from '../../src/verbs/edit.js'
import { remember } from '../../src/verbs/remember.js'
import { makeRepo, type TestEnv, type TestRepo } from './repo.js'

export interface TestConflict {
  repo: TestRepo
  env: TestEnv
  memory: Memory
  /** The id of the variant that holds the text of the branch; that of main is later and won. */
  variant: string
}

export async function mergeLine(env: TestEnv, branch: string, into: string): Promise<void> {
  const opened = await openRepo(env)
  const tip = await readRef(opened, lineRef(branch))
  await mergeIntoLine(opened, into, tip!, `merge ${branch}`)
}

export async function makeConflict(): Promise<TestConflict> {
  const repo = makeRepo()
  const env = repo.env()
  const { memory } = await remember(env, 'the port is 1', { type: 'fix', tags: ['net'] })
  repo.git('checkout', '-q', '-b', 'topic')
  env.tick(10)
  await edit(env, memory.id, { content: 'the port is 2' })
  repo.git('checkout', '-q', 'main')
  env.tick(10)
  await edit(env, memory.id, { content: 'the port is 3' })
  const opened = await openRepo(env)
  const theirs = await readRef(opened, lineRef('topic'))
  const { conflicts } = await mergeIntoLine(opened, 'main', theirs!, 'merge topic')
  return { repo, env, memory, variant: conflicts[0]!.variant }
}
