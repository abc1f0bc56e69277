/** What happens to the world while all work: disks fill up, caches rot, the remote goes away. Each passes after a moment. */
import { existsSync, readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fill, remount } from '../test/helpers/small-disk.js'
import { type Dice, makeDice } from '../test/torture/dice.js'
import type { Stage } from './actors.js'
import { repositoriesOf, type World } from './world.js'

const MOMENT_MS = 1_500

export async function strike(world: World, stage: Stage): Promise<void> {
  const dice = makeDice(world.seed * 31 + 29)
  const faults = [rotCaches, hideRemote, ...(world.smallDisk ? [fillDisk, forbidWriting] : [])]
  while (!stage.isOver()) {
    const fault = faults[dice(faults.length)]!
    const detail = await fault(world, dice)
    stage.log.add({ who: 'world', what: fault.name, detail })
    await wait(200 + dice(MOMENT_MS))
  }
}

/** Files that can be made again at any time: damaged, cut off or removed. */
async function rotCaches(world: World, dice: Dice): Promise<string[]> {
  return repositoriesOf(world)
    .slice(1)
    .flatMap((repo) => ['index', 'cache'].map((name) => join(repo, '.git/ralph', name)))
    .filter(existsSync)
    .flatMap((dir) => readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name)))
    .filter(() => dice(4) === 0)
    .flatMap((path) => {
      try {
        if (!statSync(path).isFile()) return []
        rot(path, dice)
        return [path]
      } catch {
        // Replaced meanwhile by those it belongs to, or the disk is full.
        return []
      }
    })
}

function rot(path: string, dice: Dice): void {
  const how = dice(3)
  if (how === 0) rmSync(path)
  else if (how === 1) truncateSync(path, statSync(path).size >> 1)
  else
    writeFileSync(
      path,
      Uint8Array.from({ length: 64 }, () => dice(256)),
      { flag: 'r+' },
    )
}

async function hideRemote({ hub }: World, dice: Dice): Promise<void> {
  renameSync(hub, `${hub}.away`)
  await wait(dice(MOMENT_MS))
  renameSync(`${hub}.away`, hub)
}

async function fillDisk({ smallDisk }: World, dice: Dice): Promise<number> {
  const free = dice(16) * 4
  fill(smallDisk!, free)
  await wait(dice(MOMENT_MS))
  rmSync(join(smallDisk!, 'fill'), { force: true })
  return free
}

async function forbidWriting({ smallDisk }: World, dice: Dice): Promise<boolean> {
  if (!remount(smallDisk!, 'ro')) return false
  await wait(dice(MOMENT_MS))
  return remount(smallDisk!, 'rw')
}
