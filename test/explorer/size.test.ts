/** How much a browser loads. Zipped, as the server sends it. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const DIR = fileURLToPath(new URL('../../dist/explorer/', import.meta.url))
const KB = 1000

const textOf = (file: string): string => readFileSync(DIR + file, 'utf8')
const zipped = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0)

/** A file and what it cannot run without. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, to] of textOf(file).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) withImports(to!, found)
  return found
}

describe('the page', () => {
  const files = readdirSync(DIR)
  const main = files.find((file) => file.startsWith('main-'))!

  it('is below 300 KB in all', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(zipped(files)).toBeLessThan(300 * KB)
  })

  it('shows its first view after less than a sixth of that', () => {
    const [, search] = /name:"search".*?import\("\.\/([\w-]+\.js)"\)/s.exec(textOf(main))!
    const first = withImports(main)
    expect(first.size).toBeGreaterThan(1)
    withImports(search!, first)
    for (const [, file] of textOf('index.html').matchAll(/(?:src|href)="([\w-]+\.(?:js|css))"/g))
      first.add(file!)
    first.add('index.html')
    expect([...first].some((file) => file.endsWith('.css'))).toBe(true)
    expect(zipped(first)).toBeLessThan(50 * KB)
  })

  it('loads lunr only where there is no server', () => {
    const lunr = files.filter((file) => textOf(file).includes('.stopWordFilter'))
    expect(lunr).toHaveLength(1)
    expect(withImports(main).has(lunr[0]!)).toBe(false)
  })
})
