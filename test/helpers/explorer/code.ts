/** The code of the shop: versions of its files over time, on main and on branches. */
import { createHash } from 'node:crypto'
import { createAnchor } from '../../../src/memory/anchor.js'
import type { Anchor } from '../../../src/memory/memory.js'
import { BRANCHES, PEOPLE } from './branches.js'
import { createImporter } from './fast-import.js'
import { AREAS, codeOf, PARTS } from './texts.js'

const COMMITS = 80
export const FILES = AREAS.flatMap((area) => PARTS.map((part) => `src/${area}/${part}.ts`))
/** It is deleted half way: what is anchored in it is gone. */
const DELETED = FILES[7]!

/** How often a file was changed before the n-th commit; -1 once it was deleted. */
function versionAt(path: string, n: number): number {
  if (path === DELETED && n >= COMMITS / 2) return -1
  const place = FILES.indexOf(path)
  // A third of the files never changes.
  return place % 3 === 0 ? 0 : Math.floor((n + place) / 30)
}

export function importCode(dir: string, timeAt: (part: number) => number): void {
  const importer = createImporter()
  const marks: number[] = []
  for (let n = 0; n < COMMITS; n++) {
    const files = new Map<string, string | null>()
    for (const path of FILES) {
      const version = versionAt(path, n)
      if (n > 0 && version === versionAt(path, n - 1)) continue
      files.set(path, version < 0 ? null : codeOf(path, version))
    }
    if (n === 0) files.set('README.md', '# The shop\n\nIt sells things.\n')
    const merged = BRANCHES.find(({ fate, to }) => fate === 'merged' && Math.floor(to * COMMITS) === n)
    const merge =
      merged &&
      importer.commit(
        branchCommit(merged.name, marks[Math.floor(merged.from * COMMITS)]!, timeAt(merged.to) - 60),
      )
    const message = merged
      ? `Merge branch '${merged.name}'`
      : `${AREAS[n % AREAS.length]!}: ${PARTS[n % PARTS.length]!} as agreed`
    marks.push(
      importer.commit({
        ref: 'refs/heads/main',
        at: timeAt(n / COMMITS),
        by: PEOPLE[n % PEOPLE.length]!,
        message,
        merge,
        files,
      }),
    )
  }
  for (const { name, from, to, fate } of BRANCHES)
    if (fate === 'live' && name !== 'main')
      importer.commit(branchCommit(name, marks[Math.floor(from * COMMITS)]!, timeAt(to)))
  importer.run(dir)
}

const branchCommit = (name: string, from: number, at: number) => ({
  ref: `refs/heads/${name}`,
  at,
  by: PEOPLE[0]!,
  message: `begin ${name}`,
  from,
  files: new Map([[`docs/${name.replaceAll('/', '-')}.md`, `# ${name}\n`]]),
})

/** An anchor in a function of `path` as it was at a time; undefined when it was not there. */
export function anchorAt(path: string, part: number, fn: number): Anchor | undefined {
  const version = versionAt(path, Math.floor(part * COMMITS))
  if (version < 0) return undefined
  const content = codeOf(path, version)
  const from = 3 + (fn % 7) * 5
  const blob = createHash('sha1')
    .update(`blob ${Buffer.byteLength(content)}\0${content}`)
    .digest('hex')
  return createAnchor({ path, range: { from, to: from + 3 } }, blob, content)
}
