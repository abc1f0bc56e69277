/** The files that tell how a project is tested and built. */
import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_FILES, type ProjectFiles } from '../../loop-rules/detect.js'

const MOST_BYTES = 1 << 20

export function readProjectFiles(workTree: string): ProjectFiles {
  const found = PROJECT_FILES.map((name) => [name, readStart(join(workTree, name))] as const)
  return Object.fromEntries(found.filter(([, text]) => text !== undefined))
}

function readStart(path: string): string | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(MOST_BYTES)
      return bytes.subarray(0, readSync(file, bytes)).toString('utf8')
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
