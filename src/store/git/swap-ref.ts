/**
 * The one way in which we move a ref: read its tip, write a commit on it, move the ref if it still is where we read it, and again on the
 * newer tip when somebody else was faster. Writers take turns, so that none starves; safety rests on the compare-and-swap alone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Packed, packOwnObjects } from './pack.js'
import { takeTurn } from './queue.js'
import { moveRef, readRef } from './refs.js'
import type { Oid, Repo } from './repo.js'
import { clearStaleLock } from './stale-lock.js'

export interface NextTip {
  commit: Oid
  /** The commit it stands on: the tip, or what a new ref starts from. */
  parent: Oid | undefined
  /** How many objects were written for it, about. */
  written: number
  /** For the reflog. */
  why: string
}

export interface SwapPlan {
  ref: string
  /** Name of the waiting line. */
  queue: string
  /** Milliseconds. */
  timeout: number
  packed: Packed
}

export type Swapped = { outcome: 'unchanged' } | { outcome: 'moved' | 'busy'; commit: Oid }

/** Calls `next` until what it wrote is the tip, it has nothing to write, or the time is over: then the commit is left to the caller. */
export async function swapRef(
  repo: Repo,
  { ref, queue, timeout, packed }: SwapPlan,
  next: (tip: Oid | undefined) => Promise<NextTip | undefined>,
): Promise<Swapped> {
  const deadline = Date.now() + timeout
  const turn = await takeTurn(repo, queue, timeout / 2)
  try {
    for (let attempt = 1; ; attempt++) {
      const tip = await readRef(repo, ref)
      const made = await next(tip)
      if (made === undefined) return { outcome: 'unchanged' }
      const { commit, parent, written, why } = made
      if (await moveRef(repo, ref, commit, tip, why)) {
        await packOwnObjects(repo, packed, parent, commit, written)
        return { outcome: 'moved', commit }
      }
      if (clearStaleLock(repo, ref, turn.afterCrash)) continue
      if (Date.now() > deadline) return { outcome: 'busy', commit }
      // The objects already written are harmless (content-addressed); read the new tip and decide again.
      await sleep(Math.min(2 ** attempt, 64) + (repo.env.random(1)[0]! % 16))
    }
  } finally {
    turn.release()
  }
}
