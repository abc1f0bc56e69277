/** Paths as git writes them: from the top of the work tree, with slashes, on every system. */
import path, { type PlatformPath } from 'node:path'

/** Undefined for the top itself and for what lies outside. */
export function workPath(top: string, file: string, paths: PlatformPath = path): string | undefined {
  const way = paths.relative(top, file)
  const parts = way.split(paths.sep)
  // On another drive there is no way, and the path comes back as it was.
  return way === '' || paths.isAbsolute(way) || parts[0] === '..' ? undefined : parts.join('/')
}
