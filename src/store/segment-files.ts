/** Segment files of the search index: immutable, opened once per process, read piece by piece. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { openSegment, type RandomAccess, type Segment } from '../search/segment.js'

const MAX_OPEN = 64
const opened = new Map<string, { segment: Segment; file: number }>()

export function openSegmentFile(path: string): Segment {
  const known = opened.get(path)
  if (known) return known.segment
  const file = openSync(path, 'r')
  try {
    const segment = openSegment(randomAccess(file))
    makeRoom()
    opened.set(path, { segment, file })
    return segment
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Forgets a file that turned out to be damaged or was removed. */
export function closeSegmentFile(path: string): void {
  const known = opened.get(path)
  if (!known) return
  opened.delete(path)
  closeSync(known.file)
}

function makeRoom(): void {
  const oldest = opened.keys().next().value
  if (opened.size >= MAX_OPEN && oldest !== undefined) closeSegmentFile(oldest)
}

function randomAccess(file: number): RandomAccess {
  const { size } = fstatSync(file)
  return {
    size,
    read(offset, length) {
      const bytes = new Uint8Array(length)
      let done = 0
      while (done < length) {
        const got = readSync(file, bytes, done, length - done, offset + done)
        if (got === 0) return bytes.subarray(0, done)
        done += got
      }
      return bytes
    },
  }
}
