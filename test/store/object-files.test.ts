import { readdirSync, truncateSync, writeFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readObjectFiles } from '../../src/store/git/object-files.js'
import { openRepo } from '../../src/store/git/repo.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'

const LIMIT = 1 << 20

/** A repository with texts that git stores as differences from each other. */
function makeHistory(): TestRepo {
  const repo = makeRepo()
  const lines = Array.from({ length: 300 }, (_, n) => `line ${n} of a text that changes a little: ${n * n}`)
  for (let n = 0; n < 12; n++) {
    lines[n * 20] = `line that is new in version ${n}`
    repo.commit(`version ${n}`, { 'text.md': lines.join('\n'), [`dir/${n}.md`]: 'é'.repeat(n) })
  }
  return repo
}

function allObjects(repo: TestRepo): { oid: string; type: string; size: number }[] {
  const listing = repo.git('cat-file', '--batch-check', '--batch-all-objects').trim().split('\n')
  return listing.map((line) => {
    const [oid, type, size] = line.split(' ')
    return { oid: oid!, type: type!, size: Number(size) }
  })
}

async function expectAllRead(repo: TestRepo): Promise<void> {
  const opened = await openRepo(repo.env())
  const objects = allObjects(repo)
  const read = readObjectFiles(
    opened,
    objects.map(({ oid }) => ({ oid, limit: LIMIT })),
  )
  expect(read.map((object) => ({ type: object?.type, size: object?.content.length }))).toEqual(
    objects.map(({ type, size }) => ({ type, size })),
  )
  for (const [i, { oid, type }] of objects.entries()) {
    if (type !== 'blob' && type !== 'commit') continue
    expect(read[i]!.content.toString('utf8')).toBe(repo.git('cat-file', type, oid))
  }
}

const packs = (repo: TestRepo, ending: string): string[] =>
  readdirSync(join(repo.dir, '.git/objects/pack'))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(repo.dir, '.git/objects/pack', name))

describe('objects read from files', () => {
  it('are what git reads, loose ones, packed ones and differences by offset', async () => {
    const repo = makeHistory()
    await expectAllRead(repo)
    repo.git('gc', '-q')
    const stored = repo.git('verify-pack', '-v', packs(repo, '.idx')[0]!)
    expect(stored).toMatch(/chain length = [2-9]/)
    await expectAllRead(repo)
  })

  it('are what git reads with differences by name', async () => {
    const repo = makeHistory()
    repo.git('-c', 'repack.useDeltaBaseOffset=false', 'repack', '-q', '-a', '-d', '-f')
    await expectAllRead(repo)
  })

  it('are left to git when they are missing, too large, or in a damaged pack', async () => {
    const repo = makeHistory()
    repo.git('gc', '-q')
    const opened = await openRepo(repo.env())
    const text = repo.git('rev-parse', 'HEAD:text.md').trim()
    expect(readObjectFiles(opened, [{ oid: text, limit: LIMIT }])[0]).toBeDefined()
    expect(readObjectFiles(opened, [{ oid: '0'.repeat(40), limit: LIMIT }])).toEqual([undefined])
    expect(readObjectFiles(opened, [{ oid: text, limit: 100 }])).toEqual([undefined])
    const [pack, index] = [packs(repo, '.pack')[0]!, packs(repo, '.idx')[0]!]
    for (const file of [pack, index]) chmodSync(file, 0o644)
    truncateSync(pack, 40)
    expect(readObjectFiles(opened, [{ oid: text, limit: LIMIT }])).toEqual([undefined])
    writeFileSync(index, 'not an index')
    expect(readObjectFiles(opened, [{ oid: text, limit: LIMIT }])).toEqual([undefined])
  })
})
