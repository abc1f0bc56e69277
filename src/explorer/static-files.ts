/** The files of the page. All of them are read when the server starts: no name in a request ever becomes a path. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

export interface StaticFile {
  name: string
  type: string
  bytes: Buffer
  zipped: Buffer
  /** Its name changes with what is in it. */
  forEver: boolean
}

/** By the path that asks for it. */
export function readPage(dir: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const name of listFiles(dir)) {
    const type = TYPES[extname(name)]
    if (type === undefined) continue
    const bytes = readFileSync(join(dir, name))
    const forEver = /-[A-Z0-9]{8}\.\w+$/i.test(name)
    files.set(`/${name}`, { name, type, bytes, zipped: gzipSync(bytes), forEver })
  }
  const index = files.get('/index.html')
  if (index) files.set('/', index)
  return files
}

function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
