/** Small file systems of a test's own, where root may mount them. */
import { join } from 'node:path'
import { afterFile } from './after-file.js'
import { makeDir } from './repo.js'
import { mountAt, mountExfat, unmount } from './small-disk.js'

/** An empty file system of `kilobytes`, or undefined where mounting is not allowed. */
export function mountSmall(kilobytes: number): string | undefined {
  const dir = makeDir()
  if (!mountAt(dir, kilobytes)) return undefined
  afterFile(() => unmount(dir))
  return dir
}

/** An empty file system that ignores case and has no symbolic links, or undefined where none can be had. */
export function mountIgnoringCase(): string | undefined {
  const dir = makeDir()
  const putAway = mountExfat(dir, join(makeDir(), 'image'))
  if (putAway) afterFile(putAway)
  return putAway && dir
}
