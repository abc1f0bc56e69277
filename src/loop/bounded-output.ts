/** What a command prints, kept within bounds: its beginning and its end. */

export const HEAD_BYTES = 1 << 20
export const TAIL_BYTES = 3 << 20

export interface BoundedOutput {
  add(chunk: Buffer): void
  /** All bytes that were printed. */
  readonly bytes: number
  text(): string
}

export function boundedOutput(headBytes = HEAD_BYTES, tailBytes = TAIL_BYTES): BoundedOutput {
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let [bytes, inHead, inTail] = [0, 0, 0]
  return {
    add(chunk) {
      bytes += chunk.length
      const first = chunk.subarray(0, headBytes - inHead)
      if (first.length > 0) head.push(Buffer.from(first))
      inHead += first.length
      const rest = chunk.subarray(first.length)
      if (rest.length === 0) return
      tail.push(Buffer.from(rest))
      inTail += rest.length
      while (inTail - tail[0]!.length >= tailBytes) inTail -= tail.shift()!.length
      // Many small chunks cost more than they hold.
      if (tail.length > 4096) tail = [Buffer.concat(tail)]
    },
    get bytes() {
      return bytes
    },
    text() {
      const end = Buffer.concat(tail).subarray(-tailBytes)
      const left = bytes - inHead - end.length
      const start = Buffer.concat(head).toString('utf8')
      if (left <= 0) return Buffer.concat([...head, end]).toString('utf8')
      return `${start}\n… ${left} bytes left out …\n${end.toString('utf8')}`
    },
  }
}
