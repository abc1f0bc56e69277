/** Growing byte arrays, variable-length numbers and the hash that guards them. */

export class ByteWriter {
  #bytes = new Uint8Array(1024)
  length = 0

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = value
  }

  /** Seven bits a byte, lowest first; up to 2^53. */
  varint(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest > 127) {
      this.#bytes[this.length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.length++] = rest
  }

  text(value: string): void {
    this.#reserve(value.length * 3)
    this.length += ENCODER.encodeInto(value, this.#bytes.subarray(this.length)).written
  }

  raw(values: Uint8Array): void {
    this.#reserve(values.length)
    this.#bytes.set(values, this.length)
    this.length += values.length
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }
}

const ENCODER = new TextEncoder()

export class ByteReader {
  readonly bytes: Buffer
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = asBuffer(bytes)
  }

  byte(): number {
    return this.bytes[this.at++]!
  }

  varint(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.bytes[this.at++]!
      if (byte < 128) return value + byte * scale
      value += (byte - 128) * scale
      scale *= 128
    }
  }

  text(length: number): string {
    const start = this.at
    this.at += length
    return this.bytes.toString('utf8', start, this.at)
  }
}

/** The same bytes as a Buffer, which knows how to decode text. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Native words of `bytes`, copied only when they do not lie on a word boundary. */
export function asWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2)
}

/**
 * A 32-bit hash against accidents, four bytes a step. Every step is a bijection of the running value, so a change confined to
 * one word is always noticed. `seed` keeps equal bytes at different places apart.
 */
export function hashBytes(bytes: Uint8Array, seed: number): number {
  // As mix() below, written out with small integers only: most of a process's pages are checked before V8 has compiled this.
  const { imul } = Math
  let hash = imul(seed ^ bytes.length, 0x9e3779b1)
  const unsigned = asWords(bytes)
  const { length } = unsigned
  const words = new Int32Array(unsigned.buffer, unsigned.byteOffset, length)
  for (let i = 0; i < length; i++) {
    hash = imul(hash ^ words[i]!, 0x85ebca6b)
    hash = (hash << 13) | (hash >>> 19)
  }
  let tail = 0
  for (let i = length * 4; i < bytes.length; i++) tail = (tail << 8) | bytes[i]!
  return finish(mix(hash ^ tail))
}

export function hashText(text: string): number {
  let hash = text.length
  for (let i = 0; i < text.length; i++) hash = mix(hash ^ text.charCodeAt(i))
  return finish(hash)
}

function mix(hash: number): number {
  const product = Math.imul(hash, 0x85ebca6b)
  return (product << 13) | (product >>> 19)
}

function finish(hash: number): number {
  let last = hash
  last = Math.imul(last ^ (last >>> 16), 0xc2b2ae35)
  return (last ^ (last >>> 15)) >>> 0
}
