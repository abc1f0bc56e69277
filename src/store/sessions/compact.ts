/**
 * The parts of a session → one part. The new one is there before the old ones go, and what is in two parts counts once: whoever is
 * killed in between leaves parts that say the same.
 */
import { existsSync } from 'node:fs'
import { partPath, readParts, removePart, writePart } from './session-files.js'

const COMPACT_AT = 4

/** Answers whether it did. */
export function compactSession(
  ralphDir: string,
  key: string,
  parts: readonly string[],
  stamp: string,
): boolean {
  if (parts.length < COMPACT_AT) return false
  const observations = readParts(ralphDir, parts)
  // Another process is compacting too, and what we read may not be all.
  if (!parts.every((part) => existsSync(partPath(ralphDir, part)))) return false
  const whole = writePart(ralphDir, key, stamp, observations)
  for (const part of parts) if (part !== whole) removePart(ralphDir, part)
  return true
}
