import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { objectsOf, type TreeEntry } from '../../src/store/git/objects.js'
import { openRepo } from '../../src/store/git/repo.js'
import { spliceTree } from '../../src/store/git/tree.js'
import { differingEntries, encodeTree, parseTree } from '../../src/store/git/tree-bytes.js'
import { makeRepo, TEST_VARS } from '../helpers/repo.js'
import { execFileSync } from '../helpers/spawn.js'

const DIRECTORY = '040000'
// Where UTF-16 and UTF-8 order differ, where a slash decides, and names that are parts of others.
const name = fc
  .array(fc.constantFrom('a', 'b', '-', '.x', '0', 'é', '한', '\uff21', '\u{20000}'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(''))
const oid = fc.constantFrom('1', 'a', 'f').map((digit) => digit.repeat(40))
const entry = fc.record({ name, oid, mode: fc.constantFrom('100644', '100755', '120000', DIRECTORY) })
const tree = fc.uniqueArray(entry, { selector: (one) => one.name, maxLength: 8 })

const byName = (entries: TreeEntry[]): TreeEntry[] => entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))

describe('a tree as bytes', () => {
  it('is what git makes of the same entries, also through isomorphic-git', async () => {
    const repo = makeRepo()
    const trees = fc.sample(tree, { seed: 7, numRuns: 150 }).filter((entries) => entries.length > 0)
    const lines = (entries: TreeEntry[]): string =>
      entries
        .map(
          ({ mode, name: path, oid: id }) =>
            `${mode} ${mode === DIRECTORY ? 'tree' : 'blob'} ${id}\t${path}\0`,
        )
        .join('')
    const input = trees.map(lines).join('\0')
    const args = ['mktree', '-z', '--missing', '--batch']
    const made = execFileSync('git', args, { cwd: repo.dir, env: TEST_VARS, input, encoding: 'utf8' })
    const said = made.split(/[\0\n]/).filter(Boolean)
    const objects = objectsOf(await openRepo(repo.env()))
    expect(await objects.raw.writeTrees(trees)).toEqual(said)
    expect(await Promise.all(trees.map((entries) => objects.writeTree(entries)))).toEqual(said)
  })

  it('is read as it was written', () => {
    fc.assert(
      fc.property(tree, (entries) => {
        expect(byName(parseTree(encodeTree(entries)))).toEqual(byName(entries))
      }),
    )
  })

  it('differs from another in what is not the same in both, and little else', () => {
    fc.assert(
      fc.property(tree, tree, fc.boolean(), (olds, others, related) => {
        const news = related
          ? [...olds.slice(1), ...others.filter((one) => !olds.some((old) => old.name === one.name))]
          : others
        const missing = (from: TreeEntry[], other: TreeEntry[]): TreeEntry[] =>
          byName(from.filter((one) => !other.some((same) => JSON.stringify(same) === JSON.stringify(one))))
        const [before, after] = differingEntries(encodeTree(olds), encodeTree(news))
        expect(byName(before)).toEqual(missing(olds, news))
        expect(byName(after)).toEqual(missing(news, olds))
      }),
    )
  })

  it('that is cut off is refused', () => {
    const bytes = encodeTree([{ mode: '100644', name: 'a', oid: '1'.repeat(40) }])
    expect(() => parseTree(bytes.subarray(0, -1))).toThrow('cut off')
    expect(() => differingEntries(bytes, bytes.subarray(0, -1))).toThrow('cut off')
  })

  it('is sound to git, whether many or few are spliced', async () => {
    const repo = makeRepo()
    const changes = Array.from(
      { length: 60 },
      (_, n) => [`memories/${(n % 20).toString(16)}/file-${n}`, n] as const,
    )
    const splice = async (step: number): Promise<string> => {
      const objects = objectsOf(await openRepo(repo.env()))
      const blobs = await objects.writeBlobs(changes.map(([, n]) => Buffer.from(`${n}\n`)))
      let made: string | undefined
      for (let at = 0; at < changes.length; at += step) {
        const some = new Map(changes.slice(at, at + step).map(([path], i) => [path, blobs[at + i]]))
        made = await spliceTree(objects, made, some)
      }
      return made!
    }
    const [atOnce, oneByOne] = [await splice(60), await splice(1)]
    expect(oneByOne).toBe(atOnce)
    expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('')
    expect(repo.git('ls-tree', '-r', '--name-only', atOnce).trim().split('\n')).toHaveLength(60)
  })
})
