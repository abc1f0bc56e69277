import { describe, expect, it } from 'vitest'
import { edit } from '../../src/verbs/edit.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { makeRepo } from '../helpers/repo.js'

const LINES = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`)
const file = (lines: readonly string[]): string => `${lines.join('\n')}\n`

async function makeAnchored() {
  const repo = makeRepo({ 'src/db.ts': file(LINES) })
  const env = repo.env()
  const { memory } = await remember(env, 'the pool is opened late', { anchors: ['src/db.ts:10-11'] })
  return { repo, env, id: memory.id }
}

describe('show with code', () => {
  it('tells the lines an anchor names, and some around them', async () => {
    const { env, id } = await makeAnchored()
    const [anchor] = (await show(env, id, { code: true })).code!
    expect(anchor!.verdict.state).toBe('fresh')
    expect(anchor!.code!.map(({ line }) => line)).toEqual([7, 8, 9, 10, 11, 12, 13, 14])
    expect(anchor!.code!.filter(({ cited }) => cited).map(({ text }) => text)).toEqual(['line 10', 'line 11'])
  })

  it('follows lines that have moved, and has none of a file that is gone', async () => {
    const { repo, env, id } = await makeAnchored()
    repo.write('src/db.ts', file(['new', ...LINES]))
    const [moved] = (await show(env, id, { code: true })).code!
    expect(moved!.verdict.state).toBe('moved')
    expect(moved!.code!.filter(({ cited }) => cited).map(({ line }) => line)).toEqual([11, 12])
    repo.git('rm', '-qf', 'src/db.ts')
    const [gone] = (await show(env, id, { code: true })).code!
    expect([gone!.verdict.state, gone!.code]).toEqual(['gone', undefined])
  })
})

describe('edit', () => {
  it('anchors a memory in the code as it is now', async () => {
    const { repo, env, id } = await makeAnchored()
    repo.write('src/db.ts', file(LINES.with(9, 'changed')))
    expect((await show(env, id, { code: true })).code![0]!.verdict.state).toBe('changed')
    env.tick(1)
    await edit(env, id, { reanchor: true })
    expect((await show(env, id, { code: true })).code![0]!.verdict.state).toBe('fresh')
  })

  it('replaces anchors', async () => {
    const { env, id } = await makeAnchored()
    env.tick(1)
    const { memory } = await edit(env, id, { anchors: ['src/db.ts:3'] })
    expect(memory.anchors!.map(({ lines }) => lines)).toEqual(['3'])
  })

  it('says so when there is nothing to anchor again', async () => {
    const env = makeRepo().env()
    const { memory } = await remember(env, 'no code')
    await expect(edit(env, memory.id, { reanchor: true })).rejects.toThrow('has no anchors')
  })
})
