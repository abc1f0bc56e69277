/** What other people's pushes may bring: landings, force pushes, unrelated and hostile lines. Nothing of ours goes with them. */
import { describe, expect, it } from 'vitest'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { land } from '../../src/verbs/land.js'
import { merge } from '../../src/verbs/merge.js'
import { remember } from '../../src/verbs/remember.js'
import { sync } from '../../src/verbs/sync.js'
import { TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { makeTeam, type Member, type Team } from '../helpers/team.js'
import { execFileSync } from '../helpers/spawn.js'

const LINE = 'refs/ralph-memory/main'
const tipOf = (repo: TestRepo, ref = LINE): string => repo.git('rev-parse', ref).trim()
const linesOn = (repo: TestRepo): string[] =>
  repo.git('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/ralph-memory').split('\n').filter(Boolean)

/** Ada and Bob both know `one` and `two`, and so does the remote. */
async function makeSharedLine(): Promise<Team> {
  const team = makeTeam()
  await remember(team.ada.me, 'one')
  await remember(team.ada.me, 'two')
  await sync(team.ada.me)
  await remember(team.bob.me, 'three')
  await sync(team.bob.me)
  await sync(team.ada.me)
  return team
}

describe('a remote line that went back', () => {
  it('to an older commit takes nothing of ours with it, and gets everything again', async () => {
    const { ada, bob, hub } = await makeSharedLine()
    hub.git('update-ref', LINE, `${tipOf(hub)}~2`)
    await remember(ada.me, 'four')
    await sync(ada.me)
    await sync(bob.me)
    for (const member of [ada, bob])
      expect((await member.knows()).toSorted()).toEqual(['four', 'one', 'three', 'two'])
    expect(tipOf(hub)).toBe(tipOf(ada))
  })

  it('and on to something else is merged', async () => {
    const { ada, bob, hub, join } = await makeSharedLine()
    const cleo = join('cleo')
    await cleo.knows()
    cleo.git('update-ref', LINE, `${tipOf(hub)}~2`)
    await remember(cleo.me, 'forced')
    cleo.git('push', '-q', '--force', 'origin', `${LINE}:${LINE}`)
    await sync(ada.me)
    await sync(bob.me)
    for (const member of [ada, bob])
      expect((await member.knows()).toSorted()).toEqual(['forced', 'one', 'three', 'two'])
  })

  it('to nothing at all is pushed again', async () => {
    const { ada, hub } = await makeSharedLine()
    hub.git('update-ref', '-d', LINE)
    await sync(ada.me)
    expect(tipOf(hub)).toBe(tipOf(ada))
    expect(await ada.knows()).toHaveLength(3)
  })

  it('and has no history in common with ours is merged', async () => {
    const { ada, hub } = await makeSharedLine()
    const stranger = makeTeam().ada
    await remember(stranger.me, 'from elsewhere')
    stranger.git('push', '-q', '--force', hub.dir, `${LINE}:${LINE}`)
    const { pulled } = await sync(ada.me)
    expect(pulled).toMatchObject([{ merge: { how: 'merged' } }])
    expect((await ada.knows()).toSorted()).toEqual(['from elsewhere', 'one', 'three', 'two'])
  })
})

describe('a hostile remote line', () => {
  const object = (repo: TestRepo, args: string[], input: string | Buffer): string =>
    execFileSync('git', args, { cwd: repo.dir, env: TEST_VARS, input, encoding: 'utf8' }).trim()
  const blob = (repo: TestRepo, text: string): string => object(repo, ['hash-object', '-w', '--stdin'], text)
  /** Written as it is: `git mktree` itself would refuse some of the names. */
  const tree = (repo: TestRepo, entries: [mode: string, name: string, oid: string][]): string =>
    object(
      repo,
      ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'],
      Buffer.concat(
        entries.flatMap(([mode, name, oid]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]),
      ),
    )

  /** Cleo's line: a good memory, and beside it what `add` makes. */
  async function pushHostile(team: Team, add: (cleo: Member) => [string, string, string][]): Promise<void> {
    const cleo = team.join('cleo')
    await remember(cleo.me, 'a good memory')
    const memories = tipOf(cleo, `${LINE}:memories`)
    const top = [...add(cleo), ['40000', 'memories', memories] as [string, string, string]]
    const made = tree(
      cleo,
      top.toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
    )
    const commit = cleo.git('commit-tree', '-p', tipOf(cleo), '-m', 'odd', made).trim()
    cleo.git('push', '-q', 'origin', `${commit}:${LINE}`)
  }

  const odd: [what: string, add: (cleo: Member) => [string, string, string][]][] = [
    ['a .git directory', (cleo) => [['40000', '.git', tree(cleo, [['100644', 'config', blob(cleo, 'x')]])]]],
    ['a path that climbs', (cleo) => [['40000', '..', tree(cleo, [['100644', 'x', blob(cleo, 'x')]])]]],
    ['a name with a slash', (cleo) => [['100644', '../../evil', blob(cleo, 'x')]]],
    ['a name with a backslash', (cleo) => [['100644', '..\\evil', blob(cleo, 'x')]]],
    ['a symbolic link', (cleo) => [['120000', 'link', blob(cleo, '/etc/passwd')]]],
    ['a submodule', (cleo) => [['160000', 'module', tipOf(cleo)]]],
    ['a huge file', (cleo) => [['100644', 'huge', blob(cleo, 'x'.repeat(20_000_000))]]],
    [
      'a hundred directories in each other',
      (cleo) => {
        let oid = tree(cleo, [['100644', 'x', blob(cleo, 'x')]])
        for (let depth = 0; depth < 100; depth++) oid = tree(cleo, [['40000', 'd', oid]])
        return [['40000', 'deep', oid]]
      },
    ],
    [
      'broken front matter',
      (cleo) => {
        const files = tree(cleo, [['100644', 'mem-1-aaaa.md', blob(cleo, '---js\nprocess.exit()\n---\nx')]])
        return [['40000', 'knowledge', files]]
      },
    ],
  ]

  for (const [what, add] of odd) {
    it(`with ${what} does no harm, and its good memories arrive`, async () => {
      const team = makeTeam()
      await remember(team.ada.me, 'ours')
      await pushHostile(team, add)
      await sync(team.ada.me)
      expect((await team.ada.knows()).toSorted()).toEqual(['a good memory', 'ours'])
      const names = team.ada.git('ls-tree', '--name-only', LINE).split('\n').filter(Boolean)
      expect(names.filter((name) => !['memories', 'knowledge'].includes(name))).toEqual([])
      await remember(team.ada.me, 'and on')
      await sync(team.bob.me)
      expect(await team.bob.knows()).toContain('a good memory')
    })
  }
})

describe('landing', () => {
  /** Ada's topic has landed by a squash, which she has pulled; Bob worked on the topic too. */
  async function squashTopic({ ada }: Team): Promise<void> {
    ada.git('switch', '-q', 'main')
    ada.git('merge', '-q', '--squash', 'topic')
    ada.commit('topic, squashed')
    ada.git('push', '-q', 'origin', 'main')
  }

  async function makeTopic(): Promise<Team> {
    const team = makeTeam()
    const { ada, bob } = team
    await remember(ada.me, 'known to all')
    ada.git('switch', '-q', '-c', 'topic')
    ada.commit('work', { 'a.txt': 'a\n' })
    await remember(ada.me, 'learnt on the topic')
    ada.git('push', '-q', 'origin', 'topic')
    await sync(ada.me)
    bob.git('fetch', '-q')
    bob.git('switch', '-q', 'topic')
    return team
  }

  it('deletes the line on the remote once main has it there', async () => {
    const team = await makeTopic()
    const { ada, hub } = team
    expect(linesOn(hub)).toEqual(['main', 'topic'])
    await squashTopic(team)
    const { landed, deleted } = await sync(ada.me)
    expect(landed).toMatchObject([{ branch: 'topic', outcome: 'landed' }])
    expect(deleted).toEqual(['topic'])
    expect(linesOn(hub)).toEqual(['main'])
    expect((await ada.knows('main')).toSorted()).toEqual(['known to all', 'learnt on the topic'])
  })

  it('by somebody else keeps what was added to the line and never pushed', async () => {
    const team = await makeTopic()
    const { ada, bob, hub } = team
    await remember(bob.me, 'not pushed yet')
    await squashTopic(team)
    await sync(ada.me)
    expect(linesOn(hub)).toEqual(['main'])
    await sync(bob.me)
    expect(await bob.knows('topic')).toContain('not pushed yet')
    bob.git('switch', '-q', 'main')
    bob.git('pull', '-q')
    await sync(bob.me)
    expect(await bob.knows('main')).toContain('not pushed yet')
  })

  it('keeps what was pushed to the line meanwhile', async () => {
    const team = await makeTopic()
    const { ada, bob, hub } = team
    await squashTopic(team)
    await land(ada.me, 'topic')
    await remember(bob.me, 'pushed meanwhile')
    await sync(bob.me)
    expect((await sync(ada.me)).deleted).toEqual([])
    expect(linesOn(hub)).toContain('topic')
    expect(await ada.knows('topic')).toContain('pushed meanwhile')
  })

  it('by two people of the same work ends in one line that has everything once', async () => {
    const team = await makeTopic()
    const { ada, bob, hub } = team
    await sync(bob.me)
    await remember(bob.me, 'bob on the topic')
    await squashTopic(team)
    bob.git('switch', '-q', 'main')
    bob.git('pull', '-q')
    await land(ada.me, 'topic')
    await land(bob.me, 'topic')
    await Promise.all([sync(ada.me), sync(bob.me)])
    await sync(ada.me)
    await sync(bob.me)
    const all = ['bob on the topic', 'known to all', 'learnt on the topic']
    for (const member of [ada, bob]) expect((await member.knows('main')).toSorted()).toEqual(all)
    expect(tipOf(ada)).toBe(tipOf(bob))
    expect(linesOn(hub)).toEqual(['main'])
  })

  it('by hand, of a branch whose code has not landed, deletes the line on the remote too', async () => {
    const { ada, hub } = await makeTopic()
    await remember(ada.me, 'main has moved on', { line: 'main' })
    await land(ada.me, 'topic', { anyway: true })
    expect((await sync(ada.me)).deleted).toEqual(['topic'])
    expect(linesOn(hub)).toEqual(['main'])
  })

  it('is not assumed of a branch that goes on, though main has merged its line', async () => {
    const { ada, bob, hub } = await makeTopic()
    ada.git('switch', '-q', 'main')
    await merge(ada.me, 'topic')
    await sync(ada.me)
    await sync(bob.me)
    expect(linesOn(hub)).toEqual(['main', 'topic'])
    expect(await bob.knows('topic')).toContain('learnt on the topic')
  })
})

describe('criss-cross merges', () => {
  it('of two lines end alike, and what was forgotten stays forgotten', async () => {
    const { ada, hub } = makeTeam()
    const { memory } = await remember(ada.me, 'one\ntwo\nthree')
    const gone = await remember(ada.me, 'to be forgotten')
    ada.git('branch', 'left')
    ada.git('branch', 'right')
    ada.git('switch', '-q', 'left')
    await edit(ada.me, memory.id, { content: 'ONE more\ntwo\nthree' })
    ada.git('switch', '-q', 'right')
    await edit(ada.me, memory.id, { content: 'one\ntwo\nthree and four' })
    await forget(ada.me, [gone.memory.id])
    const [left, right] = [tipOf(ada, 'refs/ralph-memory/left'), tipOf(ada, 'refs/ralph-memory/right')]
    await merge(ada.me, 'left')
    ada.git('update-ref', 'refs/ralph-memory/old-right', right)
    ada.git('switch', '-q', 'left')
    await merge(ada.me, 'old-right')
    expect(
      ada.git('merge-base', '--all', 'refs/ralph-memory/left', 'refs/ralph-memory/right').split('\n'),
    ).toEqual(expect.arrayContaining([left, right]))
    await remember(ada.me, 'new on the left')
    await merge(ada.me, 'right')
    expect((await ada.knows('left')).toSorted()).toEqual(['ONE more\ntwo\nthree and four', 'new on the left'])
    await sync(ada.me)
    expect(hub.git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('')
  })
})
