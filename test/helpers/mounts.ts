/** Small file systems of a test's own, where root may mount them. */
import { afterFile } from './after-file.js'
import { makeDir } from './repo.js'
import { mountAt, unmount } from './small-disk.js'

/** An empty file system of `kilobytes`, or undefined where mounting is not allowed. */
export function mountSmall(kilobytes: number): string | undefined {
  const dir = makeDir()
  if (!mountAt(dir, kilobytes)) return undefined
  afterFile(() => unmount(dir))
  return dir
}
