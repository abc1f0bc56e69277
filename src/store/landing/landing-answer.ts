/** What can be asked of a branch's landing, and the answers. */
import type { Oid } from '../git/repo.js'

export interface LandingQuestion {
  /** Last code commit of the branch. When it is deleted: left out, to be found in HEAD's reflog and `known`. */
  tip?: Oid
  /** Ref or object name of the base branch's tip. A full ref lets its reflog be read. */
  base: string
  /** Short name, for reflogs and for what commit messages say. */
  branch?: string
  /** The commit of base that the branch was created from, or last was level with. */
  forkPoint?: Oid
  /** Code commits made on the branch as far as they are known, oldest first. */
  known?: Oid[]
}

export type Landing = Landed | NotLanded

export interface Landed {
  landed: true
  how: 'merge' | 'fast-forward' | 'rebase' | 'squash'
  /** Of base: where it landed. */
  commit: Oid
  /** Commits of the branch and the commits of base that stand for them; none when base holds the commits themselves. */
  replaced: { from: Oid; to: Oid }[]
  /** The commit of base that took the landing back. The branch still counts as landed. */
  revertedBy?: Oid
  detail: string
}

export interface NotLanded {
  landed: false
  why: 'nothing-to-land' | 'not-landed' | 'partial' | 'unsure'
  detail: string
}

export function notLanded(why: NotLanded['why'], detail: string): NotLanded {
  return { landed: false, why, detail }
}
