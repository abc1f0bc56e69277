/** The best of many, without putting the rest in order. */

/** `a` before `b` when this is negative. */
export type Order = (a: number, b: number) => number

/** Keeps the first `most` of what it is offered, in a heap whose root is the last of them. */
export class Best {
  readonly #order: Order
  readonly #most: number
  readonly #heap: number[] = []

  constructor(most: number, order: Order) {
    this.#most = most
    this.#order = order
  }

  offer(value: number): void {
    const heap = this.#heap
    if (heap.length < this.#most) {
      heap.push(value)
      this.#rise(heap.length - 1)
    } else if (heap.length > 0 && this.#order(value, heap[0]!) < 0) {
      heap[0] = value
      this.#sink()
    }
  }

  inOrder(): number[] {
    return this.#heap.toSorted(this.#order)
  }

  #rise(from: number): void {
    const heap = this.#heap
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (this.#order(heap[at]!, heap[parent]!) <= 0) return
      ;[heap[at], heap[parent]] = [heap[parent]!, heap[at]!]
      at = parent
    }
  }

  #sink(): void {
    const heap = this.#heap
    for (let at = 0; ;) {
      let last = at
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < heap.length; child++) {
        if (this.#order(heap[child]!, heap[last]!) > 0) last = child
      }
      if (last === at) return
      ;[heap[at], heap[last]] = [heap[last]!, heap[at]!]
      at = last
    }
  }
}
