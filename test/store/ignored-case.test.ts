/** File systems that do not tell `Fix` from `fix`. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { currentBranch, lineRef } from '../../src/store/line/line.js'
import { openRepo } from '../../src/store/git/repo.js'
import { listedRef } from '../../src/store/git/spelling.js'
import { doctor } from '../../src/verbs/doctor.js'
import { init } from '../../src/verbs/init.js'
import { list } from '../../src/verbs/list.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { readLine } from '../e2e/world.js'
import { runBin } from '../helpers/bin.js'
import { mountIgnoringCase } from '../helpers/mounts.js'
import { makeRepo, repoAt, runGit, type TestRepo } from '../helpers/repo.js'
import { makeTeam } from '../helpers/team.js'

const disk = mountIgnoringCase()
if (!disk) console.warn('skipped: a file system that ignores case, since none can be mounted here')

const bodies = async (repo: TestRepo): Promise<string[]> =>
  (await list(repo.env())).memories.map(({ body }) => body).toSorted()

describe('where case is ignored', () => {
  it('a branch is named as git lists it, however it was typed', async () => {
    const repo = makeRepo()
    repo.git('branch', 'Team/Fix')
    repo.git('symbolic-ref', 'HEAD', 'refs/heads/team/fix')
    expect(await currentBranch(await openRepo(repo.env()))).toBe('team/fix')
    repo.git('config', 'core.ignoreCase', 'true')
    expect(await currentBranch(await openRepo(repo.env()))).toBe('Team/Fix')
    const opened = await openRepo(repo.env())
    expect(listedRef(opened, 'refs/heads/nowhere')).toBe('refs/heads/nowhere')
    expect(listedRef(opened, 'refs/heads/MAIN')).toBe('refs/heads/main')
    expect(listedRef(opened, 'refs/ralph-memory/MAIN')).toBe('refs/ralph-memory/MAIN')
  })

  it('is read by git itself where the repository is out of the ordinary', async () => {
    const repo = makeRepo()
    repo.git('config', 'core.ignoreCase', 'yes')
    repo.git('config', 'include.path', '/nonexistent')
    expect(await openRepo(repo.env())).toMatchObject({ ignoresCase: false })
    repo.git('config', 'core.ignoreCase', 'true')
    expect(await openRepo(repo.env())).toMatchObject({ ignoresCase: true, refsByGit: false })
  })
})

describe.skipIf(!disk)('on a file system that ignores case and has no symbolic links', () => {
  it('follows checkouts, merges and pushes by its hooks, in worktrees too', async () => {
    const { hub } = makeTeam()
    const here = repoAt(join(disk!, 'followed'))
    runGit(disk!, 'clone', '-q', hub.dir, here.dir)
    expect(runBin(['init'], { cwd: here.dir })).toMatchObject({ code: 0, err: '' })
    const store = (text: string): void =>
      expect(runBin(['remember', text], { cwd: here.dir })).toMatchObject({ code: 0, err: '' })
    const rendered = (dir = here.dir): string => readFileSync(join(dir, '.agent/memories.md'), 'utf8')
    store('known on main')
    here.git('switch', '-q', '-c', 'Topic')
    here.commit('topic', { 'topic.txt': 'topic\n' })
    store('known on Topic')
    expect(rendered()).toContain('known on Topic')
    here.git('switch', '-q', 'main')
    expect(rendered()).not.toContain('known on Topic')
    here.git('merge', '-q', '--no-ff', '--no-edit', 'Topic')
    expect(rendered()).toContain('known on Topic')
    expect(readLine(here.dir, lineRef('Topic'))).toBeUndefined()
    here.git('push', '-q', 'origin', 'main')
    expect(readLine(hub.dir, lineRef('main'))!.toSorted()).toEqual(['known on Topic', 'known on main'])

    const beside = join(disk!, 'beside')
    here.git('worktree', 'add', '-q', '-b', 'other', beside)
    expect(rendered(beside)).toContain('known on main')
    expect(runBin(['recall', 'topic'], { cwd: beside }).out).toContain('known on Topic')
    expect(here.git('status', '--short')).toBe('')
    here.git('fsck', '--strict', '--no-dangling')
  })

  it('reads edits of the rendered file, and finds memories by their words', async () => {
    const here = repoAt(join(disk!, 'edited'))
    runGit(disk!, 'init', '-q', '-b', 'main', here.dir)
    here.commit('first', { 'src/Db.ts': 'export const port = 5432\n' })
    await init(here.env())
    const { memory } = await remember(here.env(), 'port 5432 is set in src/Db.ts')
    const file = join(here.dir, '.agent/memories.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('is set in', 'is read from'))
    expect(await bodies(here)).toEqual(['port 5432 is read from src/Db.ts'])
    expect((await recall(here.env(), 'port')).hits.map(({ entry }) => entry.memory.id)).toEqual([memory.id])
    expect(memory.anchors?.map(({ path }) => path)).toEqual(['src/Db.ts'])
    expect(existsSync(join(here.dir, '.AGENT/MEMORIES.MD'))).toBe(true)
    // No modes there: that everybody may read it is nothing that could be mended.
    expect(statSync(join(here.commonDir(), 'ralph')).mode & 0o777).toBe(0o777)
    expect((await doctor(here.env())).findings.filter(({ level }) => level === 'problem')).toEqual([])
  })
})
