/** A tree as git stores it: `<mode> <name>\0<20 bytes>`, again and again. */
import { RalphError } from '../../errors.js'
import type { TreeEntry } from './objects.js'

/** No name of ours: such entries are as good as absent, and are gone with the next write. */
const UNSAFE_NAME = /^(?:\.|\.\.|\.git)$|[/\\]/i
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/

export function parseTree(bytes: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0, end; at < bytes.length; at = end) {
    end = endOfEntry(bytes, at)
    addEntry(entries, bytes, at, end)
  }
  return entries
}

function endOfEntry(bytes: Buffer, at: number): number {
  const zero = bytes.indexOf(0, at)
  if (zero < 0 || zero + 21 > bytes.length) throw new RalphError('git-failed', 'a tree is cut off')
  return zero + 21
}

function addEntry(entries: TreeEntry[], bytes: Buffer, at: number, end: number): void {
  const zero = end - 21
  const text = bytes.toString('latin1', at, zero)
  const space = text.indexOf(' ')
  if (space < 0) throw new RalphError('git-failed', 'a tree is cut off')
  const name = ASCII.test(text) ? text.slice(space + 1) : bytes.toString('utf8', at + space + 1, zero)
  if (UNSAFE_NAME.test(name)) return
  // git writes 40000; everybody else says 040000.
  entries.push({
    mode: text.slice(0, space).padStart(6, '0'),
    name,
    oid: bytes.toString('hex', zero + 1, end),
  })
}

/**
 * The entries of two trees without those that stand at the same place in both: a merge compares hundreds of large trees that differ in
 * one entry, and reading the names of all would take most of its time. Entries that are the same may be left in where the order is odd.
 */
export function differingEntries(before: Buffer, after: Buffer): [TreeEntry[], TreeEntry[]] {
  const found: [TreeEntry[], TreeEntry[]] = [[], []]
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const endOld = i < before.length ? endOfEntry(before, i) : i
    const endNew = j < after.length ? endOfEntry(after, j) : j
    if (endOld - i === endNew - j && before.compare(after, j, endNew, i, endOld) === 0) {
      ;[i, j] = [endOld, endNew]
      continue
    }
    const order = i === endOld ? 1 : j === endNew ? -1 : compareNames(before, i, endOld, after, j, endNew)
    if (order <= 0) {
      addEntry(found[0], before, i, endOld)
      i = endOld
    }
    if (order >= 0) {
      addEntry(found[1], after, j, endNew)
      j = endNew
    }
  }
  return found
}

/** Which name comes first in a tree. */
function compareNames(a: Buffer, i: number, endA: number, b: Buffer, j: number, endB: number): number {
  const key = (bytes: Buffer, at: number, end: number): string => {
    const text = bytes.toString('latin1', at, end - 21)
    const name = text.slice(text.indexOf(' ') + 1)
    return text.startsWith('4') ? `${name}/` : name
  }
  const [one, other] = [key(a, i, endA), key(b, j, endB)]
  return one < other ? -1 : one > other ? 1 : 0
}

/** In git's order: by bytes, and a directory's name counts as if it ended in a slash. */
export function encodeTree(entries: TreeEntry[]): Buffer {
  const rows = entries.map(({ mode, name, oid }) => {
    const written = writtenMode(mode)
    return { head: `${written} ${name}\0`, place: written === '40000' ? `${name}/` : name, oid }
  })
  rows.sort(rows.every(({ place }) => ASCII.test(place)) ? byUnits : byBytes)
  const tree = Buffer.allocUnsafe(rows.reduce((sum, { head }) => sum + Buffer.byteLength(head) + 20, 0))
  let at = 0
  for (const { head, oid } of rows) {
    at += tree.write(head, at)
    at += tree.write(oid, at, 'hex')
  }
  return tree
}

const byUnits = (a: { place: string }, b: { place: string }): number =>
  a.place < b.place ? -1 : a.place > b.place ? 1 : 0
const byBytes = (a: { place: string }, b: { place: string }): number =>
  Buffer.compare(Buffer.from(a.place), Buffer.from(b.place))

/** The modes that git writes; other people's trees may have others, 100664 for instance. What is nothing else git takes for a submodule. */
function writtenMode(mode: string): string {
  return WRITTEN_MODES.find(([given]) => mode.startsWith(given))?.[1] ?? SUBMODULE
}

const SUBMODULE = '160000'

const WRITTEN_MODES = [
  ['04', '40000'],
  ['1006', '100644'],
  ['1007', '100755'],
  ['120', '120000'],
] as const
