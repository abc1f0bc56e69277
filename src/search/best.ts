/** The best of many, without putting the rest in order. */

/** Keeps those of the places it is offered that have the `most` highest values, of equals the newer, in a heap whose root is the last of them. */
export class Best {
  readonly #values: Float64Array | Int32Array
  readonly #most: number
  readonly #heap: number[] = []

  constructor(most: number, values: Float64Array | Int32Array) {
    this.#most = most
    this.#values = values
  }

  /** The lowest value kept, once there are enough. */
  get least(): number {
    return this.#heap.length < this.#most ? -Infinity : (this.#values[this.#heap[0]!] ?? -Infinity)
  }

  offer(place: number): void {
    const heap = this.#heap
    if (heap.length < this.#most) {
      heap.push(place)
      this.#rise(heap.length - 1)
    } else if (heap.length > 0 && this.#isBefore(place, heap[0]!)) {
      heap[0] = place
      this.#sink()
    }
  }

  inOrder(): number[] {
    return this.#heap.toSorted((a, b) => (this.#isBefore(a, b) ? -1 : 1))
  }

  #isBefore(a: number, b: number): boolean {
    const one = this.#values[a]!
    const other = this.#values[b]!
    return one > other || (one === other && a > b)
  }

  #rise(from: number): void {
    const heap = this.#heap
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (this.#isBefore(heap[at]!, heap[parent]!)) return
      ;[heap[at], heap[parent]] = [heap[parent]!, heap[at]!]
      at = parent
    }
  }

  #sink(): void {
    const heap = this.#heap
    for (let at = 0; ;) {
      let last = at
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < heap.length; child++) {
        if (this.#isBefore(heap[last]!, heap[child]!)) last = child
      }
      if (last === at) return
      ;[heap[at], heap[last]] = [heap[last]!, heap[at]!]
      at = last
    }
  }
}
