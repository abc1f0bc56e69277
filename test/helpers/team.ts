/** A bare remote and clones of it, as a team has them. */
import { join } from 'node:path'
import type { Memory } from '../../src/memory/memory.js'
import { list } from '../../src/verbs/list.js'
import { makeDir, makeEnv, repoAt, runGit } from './repo.js'
import type { TestEnv, TestRepo } from './repo.js'

export interface Member extends TestRepo {
  me: TestEnv
  /** What the branch checked out (or the named one) knows, in the order of age. */
  knows(line?: string): Promise<string[]>
}

export interface Team {
  dir: string
  hub: TestRepo
  ada: Member
  bob: Member
  join(name: string): Member
}

/** `main` has one commit. Ada and Bob have cloned it; nobody has remembered anything. */
export function makeTeam(): Team {
  const dir = makeDir()
  runGit(dir, 'init', '-q', '--bare', '-b', 'main', '--template=', 'hub.git')
  const hub = repoAt(join(dir, 'hub.git'))
  runGit(dir, 'init', '-q', '-b', 'main', '--template=', 'seed')
  const seed = repoAt(join(dir, 'seed'))
  seed.commit('first', { 'README.md': '# project\n' })
  seed.git('push', '-q', hub.dir, 'main')
  const join_ = (name: string): Member => joinTeam(dir, name)
  return { dir, hub, ada: join_('ada'), bob: join_('bob'), join: join_ }
}

let people = 0

function joinTeam(dir: string, name: string): Member {
  runGit(dir, 'clone', '-q', '--template=', 'hub.git', name)
  const repo = repoAt(join(dir, name))
  // No two people draw the same ids.
  let seed = 1000 * ++people
  const random = (n: number): Uint8Array =>
    Uint8Array.from({ length: n }, () => (seed = (seed * 48271) % 2147483647) & 255)
  const me = makeEnv(repo.dir, { random })
  const knows = async (line?: string): Promise<string[]> =>
    (await list(me, line === undefined ? {} : { line })).memories.map((memory: Memory) => memory.body)
  return { ...repo, me, knows }
}
