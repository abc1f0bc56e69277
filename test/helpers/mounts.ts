/** Small file systems of a test's own, where root may mount them. */
import { afterAll } from 'vitest'
import { makeDir } from './repo.js'
import { mountAt, unmount } from './small-disk.js'

const mounted: string[] = []
afterAll(() => {
  for (const dir of mounted.splice(0)) unmount(dir)
})

/** An empty file system of `kilobytes`, or undefined where mounting is not allowed. */
export function mountSmall(kilobytes: number): string | undefined {
  const dir = makeDir()
  if (!mountAt(dir, kilobytes)) return undefined
  mounted.push(dir)
  return dir
}
