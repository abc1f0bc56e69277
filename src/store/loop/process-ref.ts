/** Whether a process that was written down is still there. Its number may have been given to another one since. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessRef } from '../../loop-rules/state.js'
import { isAlive } from '../git/queue.js'

export function processRef(pid: number): ProcessRef {
  return { pid, host: hostname(), began: beginningOf(pid) ?? '' }
}

/** Of a process on another machine nobody knows: it counts as living. */
export function isLiving({ pid, host, began }: ProcessRef): boolean {
  if (host !== hostname()) return true
  if (!isAlive(pid)) return false
  const now = beginningOf(pid)
  return now === undefined ? !isLinux : began === '' || now === began
}

const isLinux = process.platform === 'linux'

/** Undefined for a process that is gone, or has ended and was not waited for. */
function beginningOf(pid: number): string | undefined {
  if (!isLinux) return undefined
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
    return /[ZX]/.test(fields[0]!) ? undefined : `${bootId()} ${fields[19]}`
  } catch {
    return undefined
  }
}

let boot: string | undefined

function bootId(): string {
  return (boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim())
}
