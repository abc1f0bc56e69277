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
