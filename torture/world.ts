/** A bare remote and three clones with two worktrees each; the last clone is on a small disk of its own where one can be mounted. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from '../test/helpers/git.js'
import { mountAt, unmount } from '../test/helpers/small-disk.js'
import { makeDice, type Dice } from '../test/torture/dice.js'
import { BIN, runRalph } from './processes.js'

/** Where one actor works. */
export interface Desk {
  name: string
  dir: string
  /** The git-ralph that is used here. */
  bin: string
  /** The clone's main worktree: the only one that has `main` checked out. */
  isHome: boolean
  /** On the disk that fills up and becomes read-only: git itself would leave a work tree half changed there. */
  onSmallDisk: boolean
  dice: Dice
}

export interface World {
  dir: string
  seed: number
  hub: string
  desks: Desk[]
  smallDisk: string | undefined
}

const CLONES = 3
const SMALL_DISK_KB = 48 * 1024

export async function makeWorld(seed: number, bin = BIN): Promise<World> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), `ralph-torture-${seed}-`)))
  const hub = join(dir, 'hub.git')
  runGit(dir, 'init', '-q', '--bare', '-b', 'main', '--template=', hub)
  const small = join(dir, 'small')
  mkdirSync(small)
  const smallDisk = mountAt(small, SMALL_DISK_KB) ? small : undefined
  const world: World = { dir, seed, hub, desks: [], smallDisk }
  for (let n = 0; n < CLONES; n++) {
    const place = n === CLONES - 1 ? small : dir
    await addClone(world, place, n, bin)
  }
  return world
}

async function addClone(world: World, place: string, n: number, bin: string): Promise<void> {
  const clone = join(place, `c${n}`)
  const onSmallDisk = place !== world.dir && world.smallDisk !== undefined
  runGit(place, 'init', '-q', '-b', 'main', '--template=', clone)
  runGit(clone, 'remote', 'add', 'origin', world.hub)
  runGit(clone, 'config', 'gc.auto', '0')
  if (n === 0) {
    runGit(clone, 'commit', '-q', '--allow-empty', '-m', 'first')
    runGit(clone, 'push', '-q', 'origin', 'main')
  } else runGit(clone, 'pull', '-q', 'origin', 'main')
  runGit(clone, 'worktree', 'add', '-q', '-b', `c${n}w`, join(place, `c${n}w`))
  for (const isHome of [true, false]) {
    const name = isHome ? `c${n}` : `c${n}w`
    const desk = {
      name,
      dir: join(place, name),
      bin,
      isHome,
      onSmallDisk,
      dice: makeDice(world.seed * 31 + world.desks.length + 1),
    }
    world.desks.push(desk)
    const { code, err } = await runRalph(desk, ['init'])
    if (code !== 0) throw new Error(`git ralph init ended with ${code}: ${err}`)
  }
  runGit(clone, 'config', 'ralph.remote', 'origin')
}

export function repositoriesOf({ hub, desks }: World): string[] {
  return [hub, ...desks.filter(({ isHome }) => isHome).map(({ dir }) => dir)]
}

export function removeWorld({ dir, smallDisk }: World): void {
  if (smallDisk) unmount(smallDisk)
  rmSync(dir, { recursive: true, force: true })
}
