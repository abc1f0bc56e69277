/** Requests wait for their turn: a few run at a time, writes one after the other, and whoever finds the queue full is sent away. */
import { Refused } from './refusal.js'

const MOST_RUNNING = 4
const MOST_WAITING = 200

export interface Turns {
  read<T>(work: () => Promise<T>): Promise<T>
  write<T>(work: () => Promise<T>): Promise<T>
}

export function makeTurns(): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  let writers = 0
  let lastWrite: Promise<unknown> = Promise.resolve()
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= MOST_RUNNING) {
      if (waiting.length >= MOST_WAITING) throw busy()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // The turn is handed on: nobody can come in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return {
    read,
    write: (work) => {
      if (writers >= MOST_WAITING) throw busy()
      writers++
      // Who waits for another writer holds no turn meanwhile.
      const mine = lastWrite.then(() => read(work))
      lastWrite = mine.then(
        () => writers--,
        () => writers--,
      )
      return mine
    },
  }
}

const busy = (): Refused =>
  new Refused(429, 'busy', 'too many requests at once', 'wait a moment and try again')
