/** Size as a weapon: time and memory stay bounded, and the honest memory is told. */
import { describe, expect, it } from 'vitest'
import { pathOf } from '../../src/memory/id.js'
import { runBin } from '../helpers/bin.js'
import { makeRepo } from '../helpers/repo.js'
import { openRepo } from '../../src/store/git/repo.js'
import { logRange } from '../../src/store/line/commits.js'
import { newTexts, rangeOf } from '../../src/store/share/new-texts.js'
import { remember } from '../../src/verbs/remember.js'
import { commitTree, type RawEntry, readTree, writeBlob, writeTree } from './raw-trees.js'

const file = (id: string, text: string): string => `---\nid: ${id}\ntype: fix\n---\n${text}\n`

async function lineWith(
  make: (repo: ReturnType<typeof makeRepo>) => RawEntry[],
): Promise<ReturnType<typeof makeRepo>> {
  const repo = makeRepo()
  await remember(repo.env(), 'an honest memory about docker')
  const there = readTree(repo, 'refs/ralph-memory/main:memories')
  const added = make(repo)
  const names = new Set(added.map(({ name }) => name))
  const memories = writeTree(repo, [...there.filter(({ name }) => !names.has(name)), ...added])
  commitTree(repo, writeTree(repo, [{ mode: '40000', name: 'memories', oid: memories }]))
  return repo
}

/** What a command takes in a process of its own, whose heap is limited. */
function listIn(dir: string): { out: string; ms: number } {
  const started = performance.now()
  const { code, out } = runBin(['list'], { cwd: dir, vars: { NODE_OPTIONS: '--max-old-space-size=200' } })
  expect(code).toBe(0)
  return { out, ms: performance.now() - started }
}

describe('a line with', () => {
  it('a blob that is small only as it travels', async () => {
    const repo = await lineWith((made) => [
      {
        mode: '40000',
        name: pathOf('mem-1700000000-0001').split('/')[1]!,
        oid: writeTree(made, [
          { mode: '100644', name: 'mem-1700000000-0001.md', oid: writeBlob(made, Buffer.alloc(100 << 20)) },
        ]),
      },
    ])
    expect(listIn(repo.dir).out).toContain('honest memory')
  })

  it('a hundred thousand entries that are no memories', async () => {
    const repo = await lineWith((made) => {
      const oid = writeBlob(made, 'x')
      const entries = Array.from({ length: 100_000 }, (_, n) => ({
        mode: '100644',
        name: `bogus-${n}.md`,
        oid,
      }))
      return [{ mode: '40000', name: '00', oid: writeTree(made, entries) }]
    })
    const { out, ms } = listIn(repo.dir)
    expect(out).toContain('honest memory')
    expect(ms).toBeLessThan(20_000)
    expect(listIn(repo.dir).ms).toBeLessThan(5000)
  })

  it('directories three hundred deep', async () => {
    const repo = await lineWith((made) => {
      let oid = writeTree(made, [{ mode: '100644', name: 'x.md', oid: writeBlob(made, 'x') }])
      for (let depth = 0; depth < 300; depth++) oid = writeTree(made, [{ mode: '40000', name: 'd', oid }])
      return [{ mode: '40000', name: '00', oid }]
    })
    expect(listIn(repo.dir).out).toContain('honest memory')
  })

  it('directories that fan out into each other', async () => {
    const repo = await lineWith((made) => {
      let oid = writeTree(made, [{ mode: '100644', name: 'x.md', oid: writeBlob(made, 'x') }])
      // Ten levels of ten: ten thousand million files in ten objects.
      for (let depth = 0; depth < 10; depth++)
        oid = writeTree(
          made,
          Array.from({ length: 10 }, (_, n) => ({ mode: '40000', name: `d${n}`, oid })),
        )
      return [{ mode: '40000', name: '00', oid }]
    })
    const { out, ms } = listIn(repo.dir)
    expect(out).toContain('honest memory')
    expect(ms).toBeLessThan(20_000)
  })

  it('such directories is fetched without waiting for git to count them', async () => {
    const repo = await lineWith((made) => {
      let oid = writeTree(made, [{ mode: '100644', name: 'x.md', oid: writeBlob(made, 'x') }])
      for (let depth = 0; depth < 10; depth++)
        oid = writeTree(
          made,
          Array.from({ length: 10 }, (_, n) => ({ mode: '40000', name: `d${n}`, oid })),
        )
      return [{ mode: '40000', name: '00', oid }]
    })
    const opened = await openRepo(repo.env())
    const tip = repo.git('rev-parse', 'refs/ralph-memory/main').trim()
    expect(await logRange(opened, rangeOf([tip], {}), 300)).toBeUndefined()
    expect((await newTexts(opened, [tip], {})).map(({ text }) => text).join()).toContain('honest memory')
  })

  it('the same name twice, and names that differ in case alone', async () => {
    const id = 'mem-1700000000-00aa'
    const repo = await lineWith((made) => {
      const [one, other] = [writeBlob(made, file(id, 'one text')), writeBlob(made, file(id, 'other text'))]
      const entries = [
        { mode: '100644', name: `${id}.md`, oid: one },
        { mode: '100644', name: `${id}.md`, oid: other },
        { mode: '100644', name: `${id.toUpperCase()}.md`, oid: other },
        {
          mode: '100755',
          name: 'mem-1700000000-00ab.md',
          oid: writeBlob(made, file('mem-1700000000-00ab', 'executable')),
        },
      ]
      return [{ mode: '40000', name: pathOf(id).split('/')[1]!, oid: writeTree(made, entries) }]
    })
    const { out } = listIn(repo.dir)
    expect(out).toContain('honest memory')
    expect(out.split(id).length).toBeLessThanOrEqual(2)
  })
})
