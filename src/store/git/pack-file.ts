/** One pack, read object by object through its index (version 2): see gitformat-pack(5). Throws where something is not as it should be. */
import { readSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import type { RawObject } from './cat-file.js'
import type { Oid } from './repo.js'

const INDEX_V2 = 'ff744f6300000002'
const FAN_OUT = 8
const NAMES = FAN_OUT + 256 * 4
const TYPES = ['', 'commit', 'tree', 'blob', 'tag']
const BY_OFFSET = 6
const BY_NAME = 7
const LONGEST_HEADER = 64

export class PackFile {
  readonly #index: number
  readonly #pack: number
  readonly #fanOut: Buffer

  /** Files that stay open as long as this is used. */
  constructor(index: number, pack: number) {
    this.#index = index
    this.#pack = pack
    const head = readAt(index, 0, NAMES)
    if (head.toString('hex', 0, FAN_OUT) !== INDEX_V2) throw new Error('not an index of version 2')
    this.#fanOut = head.subarray(FAN_OUT)
  }

  /** Undefined when the pack has none of that name, or a larger one. */
  read(oid: Oid, limit: number): RawObject | undefined {
    const offset = this.#find(oid)
    const object = offset === undefined ? undefined : this.#readAt(offset, limit)
    return object && object.content.length <= limit ? object : undefined
  }

  #find(oid: Oid): number | undefined {
    const name = Buffer.from(oid, 'hex')
    const start = name.readUInt8(0)
    const first = start === 0 ? 0 : this.#fanOut.readUInt32BE((start - 1) * 4)
    const end = this.#fanOut.readUInt32BE(start * 4)
    const names = readAt(this.#index, NAMES + first * 20, (end - first) * 20)
    let at = names.indexOf(name)
    while (at >= 0 && at % 20 !== 0) at = names.indexOf(name, at + 1)
    if (at < 0) return undefined
    const count = this.#fanOut.readUInt32BE(255 * 4)
    // After the names come the checksums, then the offsets.
    const offset = readAt(this.#index, NAMES + count * 24 + (first + at / 20) * 4, 4).readUInt32BE(0)
    if (offset >= 2 ** 31) throw new Error('a pack of more than 2 GB')
    return offset
  }

  #readAt(offset: number, limit: number): RawObject | undefined {
    const head = readAt(this.#pack, offset, LONGEST_HEADER)
    let at = 0
    let byte = head[at++]!
    const type = (byte >> 4) & 7
    let size = byte & 15
    for (let scale = 16; byte > 127; scale *= 128) {
      byte = head[at++]!
      size += (byte & 127) * scale
    }
    if (size > limit) return undefined
    let base: RawObject | undefined
    if (type === BY_OFFSET) {
      byte = head[at++]!
      let back = byte & 127
      while (byte > 127) {
        byte = head[at++]!
        back = (back + 1) * 128 + (byte & 127)
      }
      base = this.#readAt(offset - back, limit)
    } else if (type === BY_NAME) {
      base = this.read(head.toString('hex', at, at + 20), limit)
      at += 20
    }
    // Text that cannot be compressed becomes a little longer.
    const packed = readAt(this.#pack, offset + at, size + (size >> 3) + LONGEST_HEADER)
    const content = inflateSync(packed, { maxOutputLength: size + 1 })
    if (content.length !== size) throw new Error('an object of another size')
    if (type < BY_OFFSET) return { type: TYPES[type]!, content }
    return base && { type: base.type, content: applyDelta(base.content, content, limit) }
  }
}

/** Copies of the base and new bytes in turn, after the sizes of both. */
function applyDelta(base: Buffer, delta: Buffer, limit: number): Buffer {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = delta[at++]!
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  if (varint() !== base.length) throw new Error('a delta of another object')
  const size = varint()
  if (size > limit) throw new Error('an object of unexpected size')
  const result = Buffer.alloc(size)
  let done = 0
  while (at < delta.length) {
    const command = delta[at++]!
    if (command < 128) {
      done += delta.copy(result, done, at, at + command)
      at += command
      continue
    }
    const number = (bits: number, from: number): number => {
      let value = 0
      for (let i = 0; i < bits; i++) if (command & (from << i)) value += delta[at++]! * 256 ** i
      return value
    }
    const start = number(4, 1)
    const length = number(3, 16) || 0x10000
    done += base.copy(result, done, start, start + length)
  }
  if (done !== result.length) throw new Error('a delta that is cut off')
  return result
}

/** As many bytes as there are. */
function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
}
