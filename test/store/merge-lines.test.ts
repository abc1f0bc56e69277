import { describe, expect, it } from 'vitest'
import { createVariant } from '../../src/memory/variant.js'
import { pathOf } from '../../src/memory/id.js'
import { renderMemory } from '../../src/memory/markdown.js'
import { objectsOf } from '../../src/store/git/objects.js'
import { mergeTrees } from '../../src/store/line/merge-trees.js'
import { openRepo } from '../../src/store/git/repo.js'
import { spliceTree } from '../../src/store/git/tree.js'
import type { Memory } from '../../src/memory/memory.js'
import { forget } from '../../src/verbs/forget.js'
import { merge } from '../../src/verbs/merge.js'
import { remember } from '../../src/verbs/remember.js'
import { sync } from '../../src/verbs/sync.js'
import { makeRepo } from '../helpers/repo.js'
import { makeTeam } from '../helpers/team.js'

describe('merging lines', () => {
  it('into a branch without a line of its own keeps what the branch sees on the remote', async () => {
    const { ada, bob } = makeTeam()
    await remember(ada.me, 'one')
    await sync(ada.me)
    bob.git('switch', '-q', '-c', 'topic')
    await remember(bob.me, 'on the topic')
    await remember(ada.me, 'two')
    await sync(ada.me)
    await sync(bob.me)
    bob.git('switch', '-q', 'main')
    expect((await bob.knows()).toSorted()).toEqual(['one', 'two'])
    await merge(bob.me, 'topic')
    expect((await bob.knows()).toSorted()).toEqual(['on the topic', 'one', 'two'])
  })

  it('with three merge bases brings nothing back that was forgotten', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const refOf = (branch: string) => `refs/ralph-memory/${branch}`
    const tips = ['a', 'b', 'c'].map((branch) => `old-${branch}`)
    const { memory } = await remember(env, 'to be forgotten')
    await remember(env, 'kept')
    for (const branch of ['a', 'b', 'c']) {
      repo.git('switch', '-q', '-c', branch, 'main')
      await remember(env, `from ${branch}`)
      if (branch === 'a') await forget(env, [memory.id])
      repo.git('update-ref', refOf(`old-${branch}`), refOf(branch))
    }
    // Two lines that each merged the same three: all three are merge bases.
    for (const branch of ['left', 'right']) {
      repo.git('switch', '-q', '-c', branch, 'main')
      await remember(env, `from ${branch}`)
      for (const tip of branch === 'left' ? tips : tips.toReversed()) await merge(env, tip)
    }
    const bases = repo.git('merge-base', '--all', refOf('left'), refOf('right')).trim().split('\n')
    expect(bases).toHaveLength(3)
    await merge(env, 'left')
    const known = repo
      .git('grep', '-h', '-E', '^(from|to be|kept)', refOf('right'))
      .trim()
      .split('\n')
      .toSorted()
    expect(known).toEqual(['from a', 'from b', 'from c', 'from left', 'from right', 'kept'])
  })

  it('gives a variant no id that an untouched memory has', async () => {
    const repo = await openRepo(makeRepo().env())
    const objects = objectsOf(repo)
    const created = '2025-01-21T10:00:00Z'
    const memory: Memory = { id: 'mem-1737453600-aaaa', type: 'fix', tags: [], created, body: 'as it was' }
    const mine = { ...memory, body: 'mine', updated: '2025-01-21T11:00:00Z' }
    const theirs = { ...memory, body: 'theirs', updated: '2025-01-21T12:00:00Z' }
    const squatter = { ...memory, id: createVariant(mine, memory.id).id, body: 'something else' }
    const treeOf = async (...memories: Memory[]) => {
      const blobs = new Map<string, string>()
      for (const one of memories)
        blobs.set(pathOf(one.id), await objects.writeBlob(Buffer.from(renderMemory(one))))
      return spliceTree(objects, undefined, blobs)
    }
    const sides = {
      base: await treeOf(memory, squatter),
      ours: await treeOf(mine, squatter),
      theirs: await treeOf(theirs, squatter),
    }
    const { tree, conflicts } = await mergeTrees(objects, sides, () => Promise.resolve([]))
    expect(conflicts).toHaveLength(1)
    const stored = await repo.git(['grep', '-h', '-E', '^(mine|theirs|something else)$', tree!])
    expect(stored.trim().split('\n').toSorted()).toEqual(['mine', 'something else', 'theirs'])
  })
})
