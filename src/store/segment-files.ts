/** Segment files of the search index: immutable, opened once per process, read piece by piece. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { openSegment, type RandomAccess, type Segment } from '../search/segment.js'

const MAX_OPEN = 64
const opened = new Map<string, { segment: Segment; file: number | undefined }>()

export function openSegmentFile(path: string): Segment {
  const known = opened.get(path)
  if (known) {
    // To the end: what is closed to make room is what was not asked for the longest, never a part of the view in use.
    opened.delete(path)
    opened.set(path, known)
    return known.segment
  }
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

/** Serves a segment that could not be written from memory. */
export function holdSegment(path: string, bytes: Uint8Array): void {
  const read = (offset: number, length: number): Uint8Array => bytes.subarray(offset, offset + length)
  opened.set(path, { segment: openSegment({ size: bytes.length, read }), file: undefined })
}

/** Forgets a file that turned out to be damaged or was removed. */
export function closeSegmentFile(path: string): void {
  const known = opened.get(path)
  if (!known) return
  opened.delete(path)
  if (known.file !== undefined) closeSync(known.file)
}

function makeRoom(): void {
  if (opened.size < MAX_OPEN) return
  for (const [path, { file }] of opened) if (file !== undefined) return closeSegmentFile(path)
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
