/** A search for bytes through all of a git directory: plain files, and every object, loose or packed, as git reads it. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from './spawn.js'

/** Where `text` occurs: paths of files, and names of objects. */
export function findBytes(gitDir: string, text: string): string[] {
  const wanted = Buffer.from(text)
  const files = readdirSync(gitDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(gitDir, file)).isFile())
    .filter((file) => readFileSync(join(gitDir, file)).includes(wanted))
  const batch = execFileSync('git', [`--git-dir=${gitDir}`, 'cat-file', '--batch', '--batch-all-objects'], {
    maxBuffer: 1 << 30,
  })
  return [...files, ...(batch.includes(wanted) ? ['an object'] : [])]
}
