/** Small file systems, where root may mount them: filled up, and made read-only. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Whether an empty file system of `kilobytes` is now at `dir`. */
export function mountAt(dir: string, kilobytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', dir]).status === 0
}

/** Whether it is now so: a file open for writing keeps it from becoming read-only. */
export function remount(dir: string, how: 'ro' | 'rw'): boolean {
  return spawnSync('mount', ['-o', `remount,${how}`, dir]).status === 0
}

export function unmount(dir: string): void {
  spawnSync('umount', ['-l', dir])
}

/** Fills the file system up to the given number of kilobytes. */
export function fill(dir: string, freeKilobytes: number): void {
  const path = join(dir, 'fill')
  rmSync(path, { force: true })
  const file = openSync(path, 'w')
  let size = 0
  try {
    for (const page = Buffer.alloc(4096); ;) size += writeSync(file, page)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
  truncateSync(path, size - freeKilobytes * 1024)
}

/**
 * Whether `dir` is now on a file system that ignores case and has no symbolic links and no modes, as on Windows: exFAT, in `image`, where
 * somebody has put the programs for it.
 */
export function mountExfat(dir: string, image: string): (() => void) | undefined {
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' })
  closeSync(openSync(image, 'w'))
  truncateSync(image, 64 << 20)
  if (run('mkfs.exfat', image).status !== 0) return undefined
  const loop = run('losetup', '-f', '--show', image)
  if (loop.status !== 0) return undefined
  const device = loop.stdout.trim()
  const mounted = ['mount.exfat-fuse', 'mount.exfat'].some(
    (program) => run(program, device, dir).status === 0,
  )
  const putAway = (): void => {
    if (mounted) unmount(dir)
    run('losetup', '-d', device)
  }
  if (mounted) return putAway
  putAway()
  return undefined
}
