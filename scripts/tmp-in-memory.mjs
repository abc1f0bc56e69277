/**
 * Where temporary files go fastest: tests make thousands of small repositories, and half of their time went into the disk.
 * Answers a directory in memory where there is one with enough room, whose programs may be run; else undefined, for the usual place.
 * A TMPDIR of one's own is left alone. `node scripts/tmp-in-memory.mjs` prints it.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const PLACE = '/dev/shm'
const ENOUGH_BYTES = 8 * 2 ** 30

export function tmpInMemory() {
  if (process.env.TMPDIR) return process.env.TMPDIR
  try {
    const { type, bavail, bsize } = statfsSync(PLACE)
    if (type !== TMPFS || bavail * bsize < ENOUGH_BYTES) return undefined
    return runsPrograms(PLACE) ? PLACE : undefined
  } catch {
    return undefined
  }
}

const TMPFS = 0x01021994

/** Hooks are programs, and containers often mount this place without. */
function runsPrograms(place) {
  const dir = mkdtempSync(join(place, 'ralph-probe-'))
  try {
    writeFileSync(join(dir, 'probe'), '#!/bin/sh\n', { mode: 0o700 })
    return spawnSync(join(dir, 'probe')).status === 0
  } finally {
    rmSync(dir, { recursive: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(tmpInMemory() ?? '')
