/** Small file systems of a test's own, where root may mount them. */
import { spawnSync } from 'node:child_process'
import { afterFile } from './after-file.js'
import { makeDir } from './repo.js'

/** An empty file system of `kilobytes`, or undefined where mounting is not allowed. */
export function mountSmall(kilobytes: number): string | undefined {
  const dir = makeDir()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', dir])
  if (status !== 0) return undefined
  afterFile(() => spawnSync('umount', ['-l', dir]))
  return dir
}

export function makeReadOnly(dir: string): void {
  const { status, stderr } = spawnSync('mount', ['-o', 'remount,ro', dir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
