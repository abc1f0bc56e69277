/** A work tree as it is on disk: every file by its name in bytes, with mode and content. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { runGit } from '../../helpers/repo.js'

/** Files and links; directories only as far as there is something in them. */
export function readTree(top: string, skip: (path: string) => boolean = () => false): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (dir: Buffer, path: string): void => {
    for (const entry of readdirSync(dir, { encoding: 'buffer' })) {
      const name = entry.toString('latin1')
      const inside = path === '' ? name : `${path}/${name}`
      if (inside === '.git' || skip(inside)) continue
      const full = Buffer.concat([dir, Buffer.from('/'), entry])
      const stat = lstatSync(full)
      if (stat.isDirectory()) walk(full, inside)
      else if (stat.isSymbolicLink()) found.set(inside, `link ${readlinkSync(full, 'latin1')}`)
      else found.set(inside, `${stat.mode & 0o100 ? 'x' : '-'} ${readFileSync(full).toString('latin1')}`)
    }
  }
  walk(Buffer.from(top), '')
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export type Operation =
  | { do: 'write'; path: string; text: string }
  | { do: 'delete'; path: string }
  | { do: 'chmod'; path: string; executable: boolean }
  | { do: 'link'; path: string; to: string }
  | { do: 'move'; path: string; to: string }
  | { do: 'commit' }

// Few names, so that files become directories and come back; some that break careless programs.
const part = fc.constantFrom('a', 'b', 'c d', '-n', '*', 'ü', 'line\nbreak', '"q"', ':(top)', '.x')
const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
const text = fc.oneof(fc.string(), fc.constantFrom('', 'a\r\nb\r\n', 'a\nb\r\n', '\0\u0001', '$Id$\n'))

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), path, text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('chmod' as const), path, executable: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('link' as const),
      path,
      to: fc.oneof(path, fc.constant('/etc'), fc.constant('.')),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), path, to: path }) },
  { weight: 1, arbitrary: fc.constant({ do: 'commit' as const }) },
)

/** As an agent would do it, without following links; what is impossible is left undone. */
export function apply(top: string, one: Operation): void {
  try {
    if (one.do === 'commit') {
      runGit(top, 'add', '-A')
      runGit(top, 'commit', '-qm', 'x')
      return
    }
    const full = join(top, one.path)
    for (let dir = dirname(full); dir !== top; dir = dirname(dir)) {
      const stat = lstatSync(dir, { throwIfNoEntry: false })
      if (stat && !stat.isDirectory()) rmSync(dir)
    }
    switch (one.do) {
      case 'write':
      case 'link':
        rmSync(full, { recursive: true, force: true })
        mkdirSync(dirname(full), { recursive: true })
        if (one.do === 'write') writeFileSync(full, one.text)
        else symlinkSync(one.to, full)
        return
      case 'delete':
        return rmSync(full, { recursive: true, force: true })
      case 'chmod':
        if (lstatSync(full).isFile()) chmodSync(full, one.executable ? 0o755 : 0o644)
        return
      case 'move':
        return renameSync(full, join(top, one.to))
    }
  } catch {
    // Impossible here.
  }
}
