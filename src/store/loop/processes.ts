/**
 * The processes that a child left behind: those of its group, and on Linux also those that left the group, told by a variable that we gave the child and
 * that they inherited.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Its value is drawn for each child. */
export const COOKIE = 'RALPH_LOOP_COOKIE'

const isLinux = process.platform === 'linux'
const LOOK_AGAIN_MS = 20

/** The living members of group `pgid`, and whoever has the cookie. */
function findMembers(pgid: number, cookie: string): number[] {
  if (!isLinux) return isGroupAlive(pgid) ? [-pgid] : []
  const mark = `${COOKIE}=${cookie}\0`
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    return pid > 0 && pid !== process.pid && belongs(pid, pgid, mark) ? [pid] : []
  })
}

function belongs(pid: number, pgid: number, mark: string): boolean {
  try {
    const [state, , group] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
    if (/[ZX]/.test(state!)) return false
    return Number(group) === pgid || readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
  } catch {
    return false // gone meanwhile, or another user's
  }
}

function isGroupAlive(pgid: number): boolean {
  try {
    process.kill(-pgid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function signalGroup(pgid: number, signal: NodeJS.Signals): void {
  signalOne(-pgid, signal)
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone.
  }
}

export interface Grace {
  /** Time to end by themselves: what was started to tidy up may need it. */
  ownMs: number
  /** Time to end after being asked to. */
  termMs: number
}

export const GRACE: Grace = { ownMs: 500, termMs: 2_000 }

/** Ends what a child left behind. Answers how many had to be told. */
export async function stopLeftovers(
  pgid: number,
  cookie: string,
  { ownMs, termMs }: Grace = GRACE,
): Promise<number> {
  const gone = async (ms: number): Promise<boolean> => {
    for (const until = Date.now() + ms; ; await sleep(LOOK_AGAIN_MS)) {
      if (findMembers(pgid, cookie).length === 0) return true
      if (Date.now() >= until) return false
    }
  }
  if (await gone(ownMs)) return 0
  const members = findMembers(pgid, cookie)
  for (const pid of members) signalOne(pid, 'SIGTERM')
  if (await gone(termMs)) return members.length
  // They may go on starting others until none is left to do so.
  for (let round = 0; round < 20; round++) {
    for (const pid of findMembers(pgid, cookie)) signalOne(pid, 'SIGKILL')
    if (await gone(50)) break
  }
  return members.length
}
