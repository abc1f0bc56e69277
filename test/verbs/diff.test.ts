import { describe, expect, it } from 'vitest'
import { lineRef } from '../../src/store/line/line.js'
import { diff } from '../../src/verbs/diff.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { remember } from '../../src/verbs/remember.js'
import { mergeLine } from '../helpers/conflict.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

/** On `feature`: one memory of main changed, one forgotten, one added; main has learnt one more since. */
async function makeFeature(): Promise<{ repo: TestRepo; env: TestEnv }> {
  const repo = makeRepo()
  const env = repo.env()
  const { memory: changed } = await remember(env, 'first line\nsecond line', { tags: ['a'] })
  const { memory: gone } = await remember(env, 'to be forgotten')
  repo.git('checkout', '-q', '-b', 'feature')
  env.tick(10)
  await edit(env, changed.id, { content: 'first line\nchanged line', addTags: ['b'] })
  await forget(env, [gone.id])
  await remember(env, 'new on the feature')
  repo.git('checkout', '-q', 'main')
  env.tick(10)
  await remember(env, 'new on main')
  repo.git('checkout', '-q', 'feature')
  return { repo, env }
}

function bodies(found: Awaited<ReturnType<typeof diff>>) {
  return {
    added: found.added.map(({ body }) => body),
    changed: found.changed.map(({ after }) => after.body),
    forgotten: found.forgotten.map(({ memory }) => memory.body),
  }
}

const OWN = {
  added: ['new on the feature'],
  changed: ['first line\nchanged line'],
  forgotten: ['to be forgotten'],
}

describe('diff', () => {
  it('tells what the current branch learnt since it left its base', async () => {
    const { env } = await makeFeature()
    const found = await diff(env)
    expect(bodies(found)).toEqual(OWN)
    expect(found).toMatchObject({ from: { name: 'main' }, to: { name: 'feature' }, since: 'common' })
    expect(found.changed[0]).toMatchObject({
      fields: [{ field: 'tags', before: ['a'], after: ['a', 'b'] }],
      lines: [
        { kind: 'same', text: 'first line' },
        { kind: 'removed', text: 'second line' },
        { kind: 'added', text: 'changed line' },
      ],
    })
  })

  it('says the same of A...B, of A and of A... on that branch', async () => {
    const { env } = await makeFeature()
    for (const range of ['main...feature', 'main', 'main...'])
      expect(bodies(await diff(env, range))).toEqual(OWN)
  })

  it('compares two lines as they are with two dots, either way round', async () => {
    const { env } = await makeFeature()
    const there = await diff(env, 'main..feature')
    expect(bodies(there)).toEqual({ ...OWN, forgotten: ['to be forgotten', 'new on main'] })
    const back = await diff(env, 'feature..main')
    expect(bodies(back)).toEqual({
      added: ['to be forgotten', 'new on main'],
      changed: ['first line\nsecond line'],
      forgotten: ['new on the feature'],
    })
  })

  it('has nothing to tell once the line was merged', async () => {
    const { env } = await makeFeature()
    await mergeLine(env, 'feature', 'main')
    expect(bodies(await diff(env))).toEqual({ added: [], changed: [], forgotten: [] })
    expect(bodies(await diff(env, 'feature..main')).added).toEqual(['new on main'])
  })

  it('takes a branch without memories of its own for what it reads', async () => {
    const { repo, env } = await makeFeature()
    repo.git('checkout', '-q', '-b', 'fresh', 'main')
    const found = await diff(env)
    expect(bodies(found)).toEqual({ added: [], changed: [], forgotten: [] })
    expect(found.to).toMatchObject({ name: 'fresh', line: 'main' })
  })

  it('names what a remote last had as git does, also with slashes', async () => {
    const { repo, env } = await makeFeature()
    repo.git('update-ref', 'refs/ralph-remote/origin/team%2Fx', lineRef('feature'))
    repo.git('update-ref', '-d', lineRef('feature'))
    const found = await diff(env, 'main...origin/team/x')
    expect(bodies(found)).toEqual(OWN)
    expect(found.to).toMatchObject({ line: 'origin/team/x' })
    expect((await diff(env, 'main...team/x')).to).toMatchObject({ name: 'team/x', line: 'origin/team/x' })
  })

  it('compares the default branch with what its remote has seen, or with nothing', async () => {
    const { repo, env } = await makeFeature()
    repo.git('checkout', '-q', 'main')
    expect(await diff(env)).toMatchObject({ from: undefined, added: [] })
    repo.git('update-ref', 'refs/ralph-remote/origin/main', `${lineRef('main')}~1`)
    expect(bodies(await diff(env)).added).toEqual(['new on main'])
  })

  it('tells a memory that was folded into another from one that was forgotten', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'something')
    repo.git('checkout', '-q', '-b', 'feature')
    const { memory: kept } = await remember(env, 'said twice')
    repo.git('checkout', '-q', 'main')
    env.tick(10)
    const { memory: folded } = await remember(env, 'Said twice.')
    await mergeLine(env, 'feature', 'main')
    const { forgotten } = await diff(env, 'main..main')
    expect(forgotten).toEqual([])
    repo.git('update-ref', lineRef('before'), `${lineRef('main')}^1`)
    expect((await diff(env, 'before..main')).forgotten).toMatchObject([
      { memory: { id: folded.id }, into: kept.id },
    ])
  })

  it('refuses names that mean no line', async () => {
    const { env } = await makeFeature()
    await expect(diff(env, 'main..nowhere')).rejects.toMatchObject({ code: 'line-not-found' })
    await expect(diff(env, '..')).rejects.toMatchObject({ code: 'bad-usage' })
  })
})
