/** The log of a round: one JSON object per line, written at once, so that it survives whatever ends the round. */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { Mishap } from './mishaps.js'
import type { Ended } from './processes.js'

export interface Entry {
  who: string
  what: string
  [detail: string]: unknown
}

export class Log {
  readonly path: string
  readonly #file: number
  readonly #start = Date.now()
  readonly counts: Record<string, number> = {}
  /** What happened to processes while they ran. */
  readonly mishaps: Record<string, number> = {}
  /** What may never happen, whenever it does. */
  readonly findings: string[] = []

  constructor(path: string) {
    this.path = path
    this.#file = openSync(path, 'w')
  }

  add(entry: Entry): void {
    this.counts[entry.what] = (this.counts[entry.what] ?? 0) + 1
    writeSync(this.#file, `${JSON.stringify({ ms: Date.now() - this.#start, ...entry })}\n`)
  }

  ended(entry: Entry, { code, signal, out, err, ms }: Ended, mishap?: Mishap): void {
    if (mishap) this.mishaps[mishap.kind] = (this.mishaps[mishap.kind] ?? 0) + 1
    this.add({
      ...entry,
      ...(mishap && { mishap }),
      code,
      signal,
      out: out.trim().slice(0, 500),
      err: err.trim().slice(0, 2000),
      took: ms,
    })
  }

  found(finding: string): void {
    this.findings.push(finding)
    this.add({ who: 'check', what: 'finding', finding })
  }

  close(): void {
    closeSync(this.#file)
  }
}
