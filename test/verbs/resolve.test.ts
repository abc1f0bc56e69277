import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lineRef } from '../../src/store/line/line.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { list } from '../../src/verbs/list.js'
import { type Choice, findConflicts, resolve } from '../../src/verbs/resolve.js'
import { makeConflict, mergeLine, type TestConflict } from '../helpers/conflict.js'
import { makeRepo, type TestEnv } from '../helpers/repo.js'

async function remembered(env: TestEnv): Promise<Record<string, string>> {
  return Object.fromEntries((await list(env)).memories.map(({ id, body }) => [id, body]))
}

async function settle({ env }: Pick<TestConflict, 'env'>, choice: Choice, id?: string) {
  const { conflicts } = await findConflicts(env, id)
  env.tick(10)
  return resolve(env, [{ conflict: conflicts[0]!, choice }])
}

describe('findConflicts', () => {
  it('finds none where none are', async () => {
    expect((await findConflicts(makeRepo().env())).conflicts).toEqual([])
  })

  it('puts a memory and its variants together, found by either id or a part of it', async () => {
    const { env, memory, variant } = await makeConflict()
    const expected = [
      {
        id: memory.id,
        memory: { body: 'the port is 3' },
        variants: [{ id: variant, body: 'the port is 2' }],
      },
    ]
    for (const id of [undefined, memory.id, variant, variant.slice(-4)])
      expect((await findConflicts(env, id)).conflicts).toMatchObject(expected)
    await expect(findConflicts(env, 'mem-1-0000')).rejects.toMatchObject({ code: 'memory-not-found' })
    await expect(findConflicts(env, 'mem-')).rejects.toMatchObject({ code: 'ambiguous-id' })
  })
})

describe('resolve', () => {
  it('keeps the memory and forgets the variant, in one commit', async () => {
    const conflict = await makeConflict()
    const { repo, env, memory, variant } = conflict
    const before = repo.git('rev-parse', lineRef('main')).trim()
    expect(await settle(conflict, { keep: memory.id })).toMatchObject({ forgotten: [variant] })
    expect(await remembered(env)).toEqual({ [memory.id]: 'the port is 3' })
    expect(repo.git('log', '--format=%s', `${before}..${lineRef('main')}`)).toBe(
      'resolve fix: the port is 3\n',
    )
    expect((await findConflicts(env)).conflicts).toEqual([])
  })

  it('keeps the text of the variant under the id and the tags of the memory', async () => {
    const conflict = await makeConflict()
    const { env, memory, variant } = conflict
    const { memories, forgotten } = await settle(conflict, { keep: variant.slice(-4) })
    expect(memories).toMatchObject([{ id: memory.id, type: 'fix', tags: ['net'], body: 'the port is 2' }])
    expect(forgotten).toEqual([variant])
    expect(await remembered(env)).toEqual({ [memory.id]: 'the port is 2' })
  })

  it('keeps both as memories of their own, with the same tags', async () => {
    const conflict = await makeConflict()
    const { env, memory, variant } = conflict
    await settle(conflict, { both: true })
    expect(await remembered(env)).toEqual({ [memory.id]: 'the port is 3', [variant]: 'the port is 2' })
    const { memories } = await list(env)
    expect(memories.map(({ tags, conflicts }) => [tags, conflicts])).toEqual([
      [['net'], undefined],
      [['net'], undefined],
    ])
  })

  it('puts a text in the place of both', async () => {
    const conflict = await makeConflict()
    await settle(conflict, { text: 'the port is 2 or 3\n' })
    expect(await remembered(conflict.env)).toEqual({ [conflict.memory.id]: 'the port is 2 or 3' })
    await expect(settle(await makeConflict(), { text: ' \n' })).rejects.toMatchObject({ code: 'bad-content' })
  })

  it('opens both texts in the editor and leaves out what stands below the mark', async () => {
    const conflict = await makeConflict()
    const { env } = conflict
    // Shows what was offered, then edits the text above the mark.
    env.vars['GIT_EDITOR'] =
      `f() { cp "$1" "${conflict.repo.dir}/offered"; sed -i.bak 's/is 3/is 2, then 3/' "$1"; }; f`
    await settle(conflict, { edit: true })
    expect(await remembered(env)).toEqual({ [conflict.memory.id]: 'the port is 2, then 3' })
    expect(readFileSync(`${conflict.repo.dir}/offered`, 'utf8')).toBe(
      `the port is 3\n\n<!-- ---- everything from this line on is left out ---- -->\n\n<!-- ${conflict.variant} says: -->\n\nthe port is 2\n`,
    )
  })

  it('refuses to keep what is not in conflict', async () => {
    const conflict = await makeConflict()
    await expect(settle(conflict, { keep: 'mem-1-0000' })).rejects.toMatchObject({ code: 'bad-usage' })
    expect(Object.keys(await remembered(conflict.env))).toHaveLength(2)
  })

  it('keeps an edit of the variant that was made meanwhile', async () => {
    const { env, memory, variant } = await makeConflict()
    const { conflicts } = await findConflicts(env)
    env.tick(10)
    await edit(env, variant, { content: 'the port is 4' })
    await resolve(env, [{ conflict: conflicts[0]!, choice: { keep: memory.id } }])
    expect(await remembered(env)).toEqual({ [memory.id]: 'the port is 3', [variant]: 'the port is 4' })
  })

  it('settles a variant whose memory was forgotten', async () => {
    const conflict = await makeConflict()
    const { env, memory, variant } = conflict
    await forget(env, [memory.id])
    expect((await findConflicts(env)).conflicts).toMatchObject([{ id: memory.id, memory: undefined }])
    await settle(conflict, { keep: variant })
    expect(await remembered(env)).toEqual({ [variant]: 'the port is 2' })
    expect((await findConflicts(env)).conflicts).toEqual([])
  })

  it('chooses among several variants, or settles one of them alone', async () => {
    const conflict = await makeConflict()
    const { repo, env, memory, variant } = conflict
    repo.git('checkout', '-q', '-b', 'other', 'main')
    repo.git('update-ref', lineRef('other'), `${lineRef('topic')}~1`)
    env.tick(1)
    await edit(env, memory.id, { content: 'the port is 5' })
    repo.git('checkout', '-q', 'main')
    await mergeLine(env, 'other', 'main')
    const { conflicts } = await findConflicts(env)
    expect(conflicts[0]!.variants).toHaveLength(2)
    expect((await findConflicts(env, variant)).conflicts[0]!.variants).toHaveLength(1)
    await settle(conflict, { keep: variant }, memory.id)
    expect(await remembered(env)).toEqual({ [memory.id]: 'the port is 2' })
  })

  it('stays settled when the line is merged again', async () => {
    const conflict = await makeConflict()
    const { env, memory } = conflict
    await settle(conflict, { keep: memory.id })
    await mergeLine(env, 'topic', 'main')
    await mergeLine(env, 'main', 'topic')
    expect(await remembered(env)).toEqual({ [memory.id]: 'the port is 3' })
    expect((await list(env, { line: 'topic' })).memories.map(({ body }) => body)).toEqual(['the port is 3'])
  })
})
