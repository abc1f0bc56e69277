/**
 * Deletes objects that nothing refers to any more and that hold, or lead to, what was purged. `git prune` would take all that is
 * unreachable, of which the user may still need some; a pack that holds some of ours is written anew without them.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CatFile } from '../git/cat-file.js'
import type { Oid, Repo } from '../git/repo.js'

export interface Pruned {
  deleted: number
  /** Wanted to, but something still refers to them. */
  kept: Oid[]
}

export async function pruneObjects(repo: Repo, seeds: ReadonlySet<Oid>): Promise<Pruned> {
  const reachable = await reachableObjects(repo)
  const all = (
    await repo.git(['cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)'])
  )
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ') as [Oid, string])
  const unreachable = all.filter(([oid]) => !reachable.has(oid))
  const doomed = await leadingTo(repo, unreachable, seeds)
  const kept = [...seeds].filter((oid) => reachable.has(oid))
  deleteLoose(repo, doomed)
  await deletePacked(repo, doomed)
  if (
    existsSync(join(repo.commonDir, 'objects/info/commit-graph')) ||
    existsSync(join(repo.commonDir, 'objects/info/commit-graphs'))
  )
    await repo.tryGit(['commit-graph', 'write', '--reachable', '--no-progress'])
  return { deleted: doomed.size, kept }
}

async function reachableObjects(repo: Repo): Promise<Set<Oid>> {
  const args = ['rev-list', '--objects', '--no-object-names', '--all', '--reflog', '--indexed-objects']
  return new Set((await repo.git(args)).split('\n').filter(Boolean))
}

/** The seeds among the unreachable, and every unreachable tree and commit from which one can be reached: they would be broken. */
async function leadingTo(
  repo: Repo,
  unreachable: readonly [Oid, string][],
  seeds: ReadonlySet<Oid>,
): Promise<Set<Oid>> {
  const reader = new CatFile(repo)
  const doomed = new Set(unreachable.map(([oid]) => oid).filter((oid) => seeds.has(oid)))
  const holders = unreachable.filter(([oid, type]) => type !== 'blob' && !doomed.has(oid))
  const contents = await Promise.all(holders.map(([oid]) => reader.read(oid)))
  for (let before = -1; before !== doomed.size;) {
    before = doomed.size
    for (const [i, [oid, type]] of holders.entries()) {
      const content = contents[i]?.content
      if (!doomed.has(oid) && content && namesIn(type, content).some((name) => doomed.has(name)))
        doomed.add(oid)
    }
  }
  return doomed
}

function namesIn(type: string, content: Buffer): Oid[] {
  if (type !== 'tree')
    return [...content.toString('latin1').matchAll(/^(?:tree|parent|object) ([0-9a-f]{40})$/gm)].map(
      ([, oid]) => oid!,
    )
  const names: Oid[] = []
  for (let at = 0; at < content.length;) {
    const end = content.indexOf(0, at)
    if (end === -1) break
    names.push(content.toString('hex', end + 1, end + 21))
    at = end + 21
  }
  return names
}

function deleteLoose(repo: Repo, doomed: ReadonlySet<Oid>): void {
  for (const oid of doomed)
    rmSync(join(repo.commonDir, 'objects', oid.slice(0, 2), oid.slice(2)), { force: true })
}

async function deletePacked(repo: Repo, doomed: ReadonlySet<Oid>): Promise<void> {
  const dir = join(repo.commonDir, 'objects/pack')
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir).filter((file) => /^pack-[0-9a-f]+\.idx$/.test(file))) {
    const index = await repo.git(['show-index'], { input: readFileSync(join(dir, name)) })
    const oids = index
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ')[1]!)
    const stay = oids.filter((oid) => !doomed.has(oid))
    if (stay.length < oids.length) await replacePack(repo, join(dir, name.slice(0, -'.idx'.length)), stay)
  }
}

/** Another pack may hold a copy of an object, so all that stays is listed by name. */
async function replacePack(repo: Repo, pack: string, stay: readonly Oid[]): Promise<void> {
  let made: string | undefined
  if (stay.length > 0) {
    const args = ['pack-objects', '--quiet', join(repo.commonDir, 'objects/pack/pack')]
    const name = (await repo.git(args, { input: `${stay.join('\n')}\n` })).trim()
    made = join(repo.commonDir, 'objects/pack', `pack-${name}`)
  }
  if (made === pack) return
  for (const mark of ['.promisor', '.keep'])
    if (made && existsSync(pack + mark)) writeFileSync(made + mark, readFileSync(pack + mark))
  rmSync(join(repo.commonDir, 'objects/pack/multi-pack-index'), { force: true })
  for (const ending of ['.idx', '.bitmap', '.rev', '.mtimes', '.promisor', '.keep', '.pack']) {
    if (!existsSync(pack + ending)) continue
    chmodSync(pack + ending, 0o600)
    rmSync(pack + ending)
  }
}
