/** Segment files of the search index: immutable, opened once per process, read piece by piece. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { openSegment, type RandomAccess, type Segment } from '../../search/segment.js'

/** Of the files in use the rest is closed, and opened again when next read: a repository may have any number of lines. */
const MAX_OPEN = 64
const opened = new Map<string, Segment>()
const handles = new Map<string, number>()

export function openSegmentFile(path: string): Segment {
  let segment = opened.get(path)
  if (!segment) opened.set(path, (segment = openSegment(randomAccess(path))))
  return segment
}

/** Serves a segment that could not be written from memory. */
export function holdSegment(path: string, bytes: Uint8Array): void {
  const read = (offset: number, length: number): Uint8Array => bytes.slice(offset, offset + length)
  opened.set(path, openSegment({ size: bytes.length, read }))
}

/** The name of the file that a segment was read from. */
export function nameOf(segment: Segment): string | undefined {
  for (const [path, known] of opened) if (known === segment) return basename(path)
  return undefined
}

/** Forgets a file that turned out to be damaged or was removed. */
export function closeSegmentFile(path: string): void {
  opened.delete(path)
  closeHandle(path)
}

export function forgetSegmentFiles(): void {
  for (const path of opened.keys()) closeSegmentFile(path)
}

function closeHandle(path: string): void {
  const handle = handles.get(path)
  handles.delete(path)
  if (handle !== undefined) closeSync(handle)
}

function handleOf(path: string): number {
  let handle = handles.get(path)
  if (handle === undefined) {
    if (handles.size >= MAX_OPEN) closeHandle(handles.keys().next().value!)
    handles.set(path, (handle = openSync(path, 'r')))
  }
  return handle
}

/** Reads at any place of a file that nobody changes. */
export function randomAccess(path: string): RandomAccess {
  const { size } = fstatSync(handleOf(path))
  return {
    size,
    read(offset, length) {
      const file = handleOf(path)
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
