/** Posting lists: which documents hold a term, and how often in which field. */
import type { ByteWriter } from './bytes.js'

export interface Postings {
  /** Document numbers; ascending in a file. */
  docs: ArrayLike<number>
  /** For each document one byte per field, as in FIELDS, the first lowest: how often the term occurs there, 255 at most. */
  counts: ArrayLike<number>
}

/** The counts of a term that occurs once, in the body. */
export const BODY_ONCE = 1 << 16

/** One more occurrence in a field, where `counts` is what was counted so far. */
export function countOnce(counts: number, field: number): number {
  const shift = field * 8
  return ((counts >>> shift) & 255) === 255 ? counts : (counts + (1 << shift)) >>> 0
}

export function countIn(counts: number, field: number): number {
  return (counts >>> (field * 8)) & 255
}

/** How often the term occurs in all fields. */
export function totalOf(counts: number): number {
  return (counts & 255) + ((counts >>> 8) & 255) + ((counts >>> 16) & 255) + (counts >>> 24)
}

/** Once in the body, the usual case, is the distance to the last document alone. Else a byte of fields and the counts above one follow. */
export function writePostings(out: ByteWriter, { docs, counts }: Postings): void {
  let last = -1
  for (let i = 0; i < docs.length; i++) {
    const count = counts[i]!
    out.varint((docs[i]! - last - 1) * 2 + (count === BODY_ONCE ? 0 : 1))
    last = docs[i]!
    if (count === BODY_ONCE) continue
    let fields = 0
    for (let field = 0; field < 4; field++) {
      const times = countIn(count, field)
      if (times > 0) fields |= 1 << field
      if (times > 1) fields |= 16 << field
    }
    out.byte(fields)
    for (let field = 0; field < 4; field++) if (fields & (16 << field)) out.byte(countIn(count, field))
  }
}

/** Written out rather than with a ByteReader: a process that answers one question never lives to see it compiled well. */
export function readPostings(bytes: Uint8Array, length: number): Postings {
  const docs = new Uint32Array(length)
  const counts = new Uint32Array(length)
  let at = 0
  let last = -1
  for (let i = 0; i < length; i++) {
    let byte = bytes[at++]!
    let head = byte & 127
    for (let scale = 128; byte > 127; scale *= 128) {
      byte = bytes[at++]!
      head += (byte & 127) * scale
    }
    const isPlain = head % 2 === 0
    last += (isPlain ? head : head - 1) / 2 + 1
    docs[i] = last
    if (isPlain) {
      counts[i] = BODY_ONCE
      continue
    }
    const fields = bytes[at++]!
    let count = 0
    for (let field = 0; field < 4; field++) {
      if (fields & (16 << field)) count += bytes[at++]! * 2 ** (field * 8)
      else if (fields & (1 << field)) count += 2 ** (field * 8)
    }
    counts[i] = count
  }
  return { docs, counts }
}
