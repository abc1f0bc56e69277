/** The index of what a line once had, kept beside what it has. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRepo } from '../../src/store/git/repo.js'
import { readPastBlob, usePast } from '../../src/store/line/past.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { remember } from '../../src/verbs/remember.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

async function pastOf(repo: TestRepo, env: TestEnv): Promise<string[]> {
  const tip = repo.git('rev-parse', 'refs/ralph-memory/main').trim()
  return usePast(await openRepo(env), tip, (parts) =>
    Promise.resolve(
      parts.flatMap(({ segment }) => [...segment.entries()].map(({ memory }) => memory.body)).toSorted(),
    ),
  )
}

async function changed(): Promise<{ repo: TestRepo; env: TestEnv; id: string }> {
  const repo = makeRepo()
  const env = repo.env()
  const id = (await remember(env, 'first')).memory.id
  await edit(env, id, { content: 'second' })
  const gone = (await remember(env, 'gone')).memory.id
  await forget(env, [gone])
  return { repo, env, id }
}

describe('the past of a line', () => {
  it('holds every version that was replaced or removed, each once', async () => {
    const { repo, env, id } = await changed()
    expect(await pastOf(repo, env)).toEqual(['first', 'gone'])
    await edit(env, id, { content: 'third' })
    expect(await pastOf(repo, env)).toEqual(['first', 'gone', 'second'])
    await edit(env, id, { content: 'second' })
    await edit(env, id, { content: 'fourth' })
    expect(await pastOf(repo, env)).toEqual(['first', 'gone', 'second', 'third'])
  })

  it('reads only the commits since a tip whose past is known', async () => {
    const { repo, env, id } = await changed()
    await pastOf(repo, env)
    await edit(env, id, { content: 'third' })
    const asked: string[] = []
    const opened = await openRepo(env)
    const watched = {
      ...opened,
      git: (...args: Parameters<typeof opened.git>) => (asked.push(args[0].join(' ')), opened.git(...args)),
    }
    const tip = repo.git('rev-parse', 'refs/ralph-memory/main').trim()
    await usePast(watched, tip, () => Promise.resolve())
    expect(asked.filter((line) => line.startsWith('rev-list'))).toEqual([
      expect.stringMatching(/ \^[0-9a-f]{40}$/),
    ])
    asked.length = 0
    await usePast(watched, tip, () => Promise.resolve())
    expect(asked).toEqual([])
  })

  it('names a commit that still has the version, also when a merge replaced it', async () => {
    const { repo, env, id } = await changed()
    const base = repo.git('rev-parse', 'refs/ralph-memory/main').trim()
    await edit(env, id, { content: 'ours' })
    const ours = repo.git('rev-parse', 'refs/ralph-memory/main').trim()
    repo.git('update-ref', 'refs/ralph-memory/main', base)
    await edit(env, id, { content: 'theirs' })
    const theirs = repo.git('rev-parse', 'refs/ralph-memory/main').trim()
    repo.git('update-ref', 'refs/ralph-memory/main', base)
    await edit(env, id, { content: 'both' })
    const both = repo.git('rev-parse', 'refs/ralph-memory/main^{tree}').trim()
    const merge = repo.git('commit-tree', both, '-p', ours, '-p', theirs, '-m', 'merge').trim()
    repo.git('update-ref', 'refs/ralph-memory/main', merge)
    expect(await pastOf(repo, env)).toEqual(['first', 'gone', 'ours', 'second', 'theirs'])
    await usePast(await openRepo(env), merge, async (parts) => {
      for (const { segment } of parts)
        for (const entry of segment.entries()) {
          const { blob, commit } = readPastBlob(entry)
          expect(repo.git('ls-tree', '-r', commit!)).toContain(blob)
        }
    })
  })

  it('is made anew when its files are damaged or gone', async () => {
    const { repo, env } = await changed()
    const expected = await pastOf(repo, env)
    const dir = join(repo.dir, '.git/ralph/index')
    for (const file of readdirSync(join(dir, 'segments')))
      writeFileSync(join(dir, 'segments', file), 'not a segment')
    const { forgetSegmentFiles } = await import('../../src/store/index/segment-files.js')
    forgetSegmentFiles()
    expect(await pastOf(repo, env)).toEqual(expected)
    rmSync(join(dir, 'segments'), { recursive: true })
    forgetSegmentFiles()
    expect(await pastOf(repo, env)).toEqual(expected)
  })
})
