import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findLanding, type LandingQuestion } from '../../src/store/landing/landing.js'
import { openRepo } from '../../src/store/git/repo.js'
import { makeDir, makeRepo, repoAt, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { execFileSync } from '../helpers/spawn.js'

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join('')

/** `main` with one file of 40 lines; `topic` has two commits that change its first and its last line, and stands checked out. */
function makeTopic(): { repo: TestRepo; first: string; tip: string; fork: string } {
  const repo = makeRepo({ 'a.txt': lines(1, 40), 'b.txt': 'b\n' })
  const fork = rev(repo, 'main')
  repo.git('checkout', '-q', '-b', 'topic')
  const first = repo.commit('change the first line', { 'a.txt': `FIRST\n${lines(2, 40)}` })
  const tip = repo.commit('change the last line', { 'a.txt': `FIRST\n${lines(2, 39)}LAST\n` })
  return { repo, first, tip, fork }
}

const rev = (repo: TestRepo, name: string): string => repo.git('rev-parse', name).trim()

async function ask(repo: TestRepo, question: Partial<LandingQuestion> = {}) {
  const tip = 'known' in question ? undefined : rev(repo, 'topic')
  const defaults = { base: 'refs/heads/main', branch: 'topic', ...(tip ? { tip } : {}) }
  return findLanding(await openRepo(repo.env()), { ...defaults, ...question })
}

/** Commits all changes at the given second, since some answers depend on which came first. */
function commitAt(repo: TestRepo, second: number, message: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  repo.git('add', '-A')
  const date = `@${1_700_000_000 + second} +0000`
  const env = { ...TEST_VARS, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  execFileSync('git', ['commit', '-q', '-m', message], { cwd: repo.dir, env })
  return rev(repo, 'HEAD')
}

function squash(repo: TestRepo): string {
  repo.git('checkout', '-q', 'main')
  repo.git('merge', '-q', '--squash', 'topic')
  return repo.commit('squashed')
}

function forgetReflogs(repo: TestRepo): void {
  rmSync(join(repo.dir, '.git/logs'), { recursive: true })
}

describe('a branch that base holds', () => {
  it('has landed by merge, at the merge commit, however far base moved on', async () => {
    const { repo } = makeTopic()
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'not-landed' })
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    const merge = rev(repo, 'main')
    repo.commit('later', { 'b.txt': 'BB\n' })
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'merge', commit: merge, replaced: [] })
    forgetReflogs(repo)
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'merge', commit: merge })
  })

  it('has landed by fast-forward when the reflog saw its commits being made', async () => {
    const { repo, tip } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', 'topic')
    repo.commit('later', { 'b.txt': 'B\n' })
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'fast-forward', commit: tip, replaced: [] })
  })

  it('has landed by fast-forward after a rebase of its own', async () => {
    const { repo } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.git('rebase', '-q', 'main', 'topic')
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', 'topic')
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'fast-forward', commit: rev(repo, 'topic') })
  })

  it('has landed by fast-forward when base was moved to it by its name, though it is deleted', async () => {
    const { repo, first, tip } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', 'topic')
    repo.git('branch', '-q', '-d', 'topic')
    expect(await ask(repo, { known: [first, tip] })).toMatchObject({ landed: true, how: 'fast-forward' })
    forgetReflogs(repo)
    expect(await ask(repo, { known: [first, tip] })).toMatchObject({ landed: false, why: 'unsure' })
  })

  it('is told from a new one by the fork point alone, without any reflog', async () => {
    const { repo, fork, tip } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', 'topic')
    forgetReflogs(repo)
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'unsure' })
    expect(await ask(repo, { forkPoint: fork })).toMatchObject({ landed: true, how: 'fast-forward' })
    expect(await ask(repo, { forkPoint: tip })).toMatchObject({ landed: false, why: 'nothing-to-land' })
  })

  it('stays landed when the merge is reverted, and says so', async () => {
    const { repo } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    repo.git('revert', '--no-edit', '-m', '1', 'HEAD')
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'merge', revertedBy: rev(repo, 'main') })
  })

  it('with criss-cross merges has landed by merge', async () => {
    const { repo, first } = makeTopic()
    repo.git('checkout', '-q', 'main')
    const meanwhile = repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.git('merge', '-q', '--no-edit', first)
    repo.git('checkout', '-q', 'topic')
    repo.git('merge', '-q', '--no-edit', meanwhile)
    expect(await ask(repo)).toMatchObject({ landed: false })
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'merge', commit: rev(repo, 'main') })
  })
})

describe('a branch without work of its own', () => {
  it('has nothing to land, also when base moves on', async () => {
    const repo = makeRepo()
    repo.git('branch', 'topic')
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'nothing-to-land' })
    repo.commit('later', { 'b.txt': 'b\n' })
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'nothing-to-land' })
  })

  it('has nothing to land when it follows base by fast-forward', async () => {
    const repo = makeRepo()
    repo.git('branch', 'topic')
    const fork = rev(repo, 'main')
    repo.commit('later', { 'b.txt': 'b\n' })
    repo.git('checkout', '-q', 'topic')
    repo.git('merge', '-q', 'main')
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'nothing-to-land' })
    expect(await ask(repo, { forkPoint: fork })).toMatchObject({ landed: false, why: 'nothing-to-land' })
  })

  it('has nothing to land when it was created from a branch that was merged', async () => {
    const { repo } = makeTopic()
    repo.git('branch', 'empty', 'topic')
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    expect(await ask(repo, { branch: 'empty' })).toMatchObject({ landed: false, why: 'nothing-to-land' })
  })

  it('is not taken for one that was merged when only an older commit of that one is known', async () => {
    const { repo, first } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    const question = { known: [first] }
    expect(await ask(repo, question)).toMatchObject({ landed: true, how: 'merge' })
    expect(await ask(repo, { ...question, branch: 'other' })).toMatchObject({ landed: false, why: 'unsure' })
  })

  it('has nothing to land when its commits are empty or take each other back', async () => {
    const repo = makeRepo({ 'a.txt': lines(1, 9) })
    repo.git('checkout', '-q', '-b', 'topic')
    repo.commit('empty')
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'nothing-to-land' })
    repo.commit('try something', { 'a.txt': 'no\n' })
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'not-landed' })
    repo.git('revert', '--no-edit', 'HEAD')
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'nothing-to-land' })
  })
})

describe('a branch that was rebased onto base', () => {
  it('has landed, each commit replaced by its copy', async () => {
    const { repo, first, tip } = makeTopic()
    const empty = repo.commit('empty')
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'a.txt': lines(1, 40).replace('line 20\n', 'line 20\nmore\n') })
    repo.git('cherry-pick', first, tip)
    const last = rev(repo, 'main')
    repo.commit('later', { 'b.txt': 'B\n' })
    expect(await ask(repo)).toMatchObject({
      landed: true,
      how: 'rebase',
      commit: last,
      replaced: [
        { from: empty, to: last },
        { from: tip, to: last },
        { from: first, to: rev(repo, `${last}~1`) },
      ],
    })
  })

  it('has landed partially when one of its two commits was picked', async () => {
    const { repo, first, tip } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.git('cherry-pick', first)
    expect(await ask(repo)).toMatchObject({
      landed: false,
      why: 'partial',
      detail: '1 of 2 commits are in base',
    })
    repo.git('cherry-pick', tip)
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'rebase' })
  })

  it('needs a copy for each of two equal changes', async () => {
    const repo = makeRepo({ 'a.txt': 'same\n'.repeat(9) })
    repo.git('checkout', '-q', '-b', 'topic')
    const once = repo.commit('once', { 'a.txt': 'same\n'.repeat(10) })
    const twice = repo.commit('twice', { 'a.txt': 'same\n'.repeat(11) })
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.git('cherry-pick', once)
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'partial' })
    repo.git('cherry-pick', twice)
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'rebase' })
  })

  it('is not sure of what was changed by hand in a merge', async () => {
    const { repo, first, tip } = makeTopic()
    repo.git('checkout', '-q', 'main')
    const meanwhile = repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.git('checkout', '-q', 'topic')
    repo.git('merge', '-q', '--no-commit', 'main')
    repo.commit('merge and more', { 'b.txt': 'B by hand\n' })
    repo.git('checkout', '-q', 'main')
    repo.git('cherry-pick', first, tip)
    expect(rev(repo, 'topic^2')).toBe(meanwhile)
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'unsure' })
  })
})

describe('a branch that was squashed', () => {
  it('has landed, all its commits replaced by the one', async () => {
    const { repo, first, tip } = makeTopic()
    const commit = squash(repo)
    repo.commit('later', { 'a.txt': 'all new\n' })
    const replaced = [
      { from: tip, to: commit },
      { from: first, to: commit },
    ]
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'squash', commit, replaced })
  })

  it('has landed on a base that moved on, in other files and in the same one', async () => {
    const { repo } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', {
      'b.txt': 'B\n',
      'a.txt': lines(1, 40).replace('line 20\n', 'line 20\nmore\n'),
    })
    const commit = squash(repo)
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'squash', commit })
  })

  it('has landed when base changed lines beside its own', async () => {
    const { repo } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'a.txt': lines(1, 40).replace('line 3\n', 'THIRD\n') })
    const commit = squash(repo)
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'squash', commit })
  })

  it('has landed after base was merged into it, before the squash', async () => {
    const { repo } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.git('checkout', '-q', 'topic')
    repo.git('merge', '-q', '--no-edit', 'main')
    const merge = rev(repo, 'topic')
    const commit = squash(repo)
    const landing = await ask(repo)
    expect(landing).toMatchObject({ landed: true, how: 'squash', commit })
    expect(landing).toHaveProperty('replaced', expect.arrayContaining([{ from: merge, to: commit }]))
  })

  it('has landed though base was merged into it after the squash', async () => {
    const { repo } = makeTopic()
    const commit = squash(repo)
    repo.commit('later', { 'b.txt': 'B\n' })
    repo.git('checkout', '-q', 'topic')
    repo.git('merge', '-q', '--no-edit', 'main')
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'squash', commit })
    repo.commit('go on', { 'c.txt': 'c\n' })
    expect(await ask(repo)).toMatchObject({ landed: false })
  })

  it('has landed with criss-cross merges before', async () => {
    const { repo, first } = makeTopic()
    repo.git('checkout', '-q', 'main')
    const meanwhile = repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.git('merge', '-q', '--no-edit', first)
    repo.git('checkout', '-q', 'topic')
    repo.git('merge', '-q', '--no-edit', meanwhile)
    repo.commit('go on', { 'b.txt': 'B\nb\n' })
    expect(repo.git('merge-base', '--all', 'main', 'topic').trim().split('\n')).toHaveLength(2)
    const commit = squash(repo)
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'squash', commit })
  })

  it('has landed when it is deleted and only its commits are known', async () => {
    const { repo, first, tip } = makeTopic()
    const commit = squash(repo)
    repo.git('branch', '-q', '-D', 'topic')
    expect(await ask(repo, { known: [first, tip] })).toMatchObject({ landed: true, how: 'squash', commit })
    repo.git('reflog', 'expire', '--expire=now', '--all')
    repo.git('gc', '-q', '--prune=now')
    expect(await ask(repo, { known: [first, tip] })).toMatchObject({ landed: false, why: 'unsure' })
    expect(await ask(repo, { known: [] })).toMatchObject({ landed: false, why: 'unsure' })
  })

  it('stays landed when the squash is reverted, and says so', async () => {
    const { repo } = makeTopic()
    const commit = squash(repo)
    repo.git('revert', '--no-edit', 'HEAD')
    const revertedBy = rev(repo, 'main')
    expect(await ask(repo)).toMatchObject({ landed: true, commit, revertedBy })
    expect((await ask(repo)).detail).toContain(`reverted by ${revertedBy}`)
  })

  it('has landed with a rename, also when base changed the file before', async () => {
    const { repo } = makeTopic()
    repo.git('mv', 'a.txt', 'moved.txt')
    repo.commit('move it')
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'a.txt': lines(1, 40).replace('line 20\n', 'line 20\nmore\n') })
    const commit = squash(repo)
    expect(repo.git('ls-files')).toContain('moved.txt')
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'squash', commit })
  })

  it('tells binary files apart by their content', async () => {
    const repo = makeRepo({ 'a.bin': '\0one' })
    repo.git('checkout', '-q', '-b', 'topic')
    repo.commit('start the picture', { 'a.bin': '\0two' })
    repo.commit('finish the picture', { 'a.bin': '\0three' })
    repo.git('checkout', '-q', 'main')
    repo.commit('another picture', { 'a.bin': '\0four' })
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'not-landed' })
    repo.git('reset', '-q', '--hard', 'HEAD~1')
    const commit = repo.commit('the picture', { 'a.bin': '\0three' })
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'squash', commit })
  })

  it('minds white space, which has a meaning in some languages', async () => {
    const repo = makeRepo({ 'a.py': 'if a:\n  b()\n' })
    repo.git('checkout', '-q', '-b', 'topic')
    repo.commit('call c', { 'a.py': 'if a:\n  b()\n  c()\n' })
    repo.git('checkout', '-q', 'main')
    repo.commit('call c always', { 'a.py': 'if a:\n  b()\nc()\n' })
    expect(await ask(repo)).toMatchObject({ landed: false })
  })

  it('is not sure when the squash was edited: the message or the branch is named, the change differs', async () => {
    const { repo } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.commit('unrelated change', { 'a.txt': `First\n${lines(2, 40)}` })
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'not-landed' })
    const similar = repo.commit('Change lines (#7)\n\n* change the last line', {
      'a.txt': `First\n${lines(2, 39)}Last\n`,
    })
    const answer = await ask(repo)
    expect(answer).toMatchObject({ landed: false, why: 'unsure' })
    expect(answer.detail).toContain(similar)
  })
})

describe('a deleted branch', () => {
  it('is remembered by the reflog of HEAD, with commits made after the last known one', async () => {
    const { repo, fork, tip } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'b.txt': 'B\n' })
    const commit = squash(repo)
    repo.git('branch', '-q', '-D', 'topic')
    const landing = await ask(repo, { known: [fork] })
    expect(landing).toMatchObject({ landed: true, how: 'squash', commit })
    expect(landing).toHaveProperty('replaced', expect.arrayContaining([{ from: tip, to: commit }]))
    expect(await ask(repo, { known: [fork], branch: 'other' })).toMatchObject({ landed: false })
    forgetReflogs(repo)
    expect(await ask(repo, { known: [fork] })).toMatchObject({ landed: false, why: 'unsure' })
  })

  it('has landed by fast-forward when a HEAD saw its commits being made, in any worktree', async () => {
    const repo = makeRepo()
    const fork = rev(repo, 'main')
    const tree = repoAt(join(makeDir(), 'tree'))
    repo.git('worktree', 'add', '-q', '-b', 'topic', tree.dir)
    const tip = tree.commit('on topic', { 'c.txt': 'c\n' })
    tree.git('checkout', '-q', '-b', 'empty')
    tree.git('checkout', '-q', '-b', 'next')
    repo.git('merge', '-q', tip)
    repo.git('branch', '-q', '-D', 'topic', 'empty')
    expect(await ask(repo, { known: [fork] })).toMatchObject({
      landed: true,
      how: 'fast-forward',
      commit: tip,
    })
    expect(await ask(repo, { known: [fork], branch: 'empty' })).toMatchObject({ landed: false })
  })

  it('has not landed when it was left with work that base does not have', async () => {
    const { repo, first } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.git('cherry-pick', first)
    repo.git('branch', '-q', '-D', 'topic')
    expect(await ask(repo, { known: [first] })).toMatchObject({ landed: false, why: 'partial' })
  })
})

describe('the same change made twice', () => {
  it('counts as landed when base made it after the branch, since base holds all of it', async () => {
    const repo = makeRepo({ 'a.txt': 'a\n' })
    repo.git('checkout', '-q', '-b', 'topic')
    commitAt(repo, 10, 'mine', { 'a.txt': 'b\n' })
    repo.git('checkout', '-q', 'main')
    commitAt(repo, 20, 'theirs', { 'a.txt': 'b\n' })
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'rebase' })
  })

  it('does not count when base had it first: the branch may have picked it and go on', async () => {
    const repo = makeRepo({ 'a.txt': 'a\n' })
    repo.git('branch', 'topic')
    commitAt(repo, 10, 'theirs', { 'a.txt': 'b\n' })
    repo.git('checkout', '-q', 'topic')
    commitAt(repo, 20, 'mine', { 'a.txt': 'b\n' })
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'unsure' })
    commitAt(repo, 30, 'more', { 'c.txt': 'c\n' })
    expect(await ask(repo)).toMatchObject({ landed: false })
    repo.git('checkout', '-q', 'main')
    commitAt(repo, 40, 'more, landed', { 'c.txt': 'c\n' })
    expect(await ask(repo)).toMatchObject({ landed: true })
  })
})

/** Thousands of commits on main, each changing a file of its own. */
function moveOn(repo: TestRepo, count: number): void {
  const tip = rev(repo, 'main')
  const commits = Array.from({ length: count }, (_, i) => {
    const parent = i === 0 ? `from ${tip}\n` : ''
    const head = `commit refs/heads/main\ncommitter A <a@example.com> ${1_900_000_000 + i} +0000\ndata 1\nc\n`
    return `${head}${parent}M 100644 inline f/${i % 50}\ndata ${String(i).length}\n${i}\n`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.dir, env: TEST_VARS, input: commits.join('') })
}

describe('a base that moved on by thousands of commits', () => {
  it('is looked at as far as 2,000 of them, and unsure beyond', async () => {
    const { repo } = makeTopic()
    const commit = squash(repo)
    repo.git('checkout', '-q', 'topic')
    moveOn(repo, 1999)
    expect(await ask(repo)).toMatchObject({ landed: true, how: 'squash', commit })
    moveOn(repo, 1)
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'unsure' })
  })
})

describe('history that is not all here', () => {
  it('is unsure in a shallow clone, and finds what can be found', async () => {
    const { repo } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.commit('meanwhile', { 'b.txt': 'B\n' })
    repo.commit('later', { 'b.txt': 'BB\n' })
    const clone = repoAt(join(makeDir(), 'clone'))
    repo.git('clone', '-q', '--depth=1', '--no-single-branch', `file://${repo.dir}`, clone.dir)
    const question = { tip: rev(repo, 'topic'), base: 'origin/main' }
    expect(await ask(clone, { ...question, known: [] })).toMatchObject({ landed: false, why: 'unsure' })
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    clone.git('fetch', '-q')
    expect(await ask(clone, { ...question, known: [] })).toMatchObject({ landed: true, how: 'merge' })
  })

  it('is unsure of a base or a tip that does not exist, and of a history without common commits', async () => {
    const { repo } = makeTopic()
    expect(await ask(repo, { base: 'refs/heads/gone' })).toMatchObject({ landed: false, why: 'unsure' })
    expect(await ask(repo, { tip: '1'.repeat(40) })).toMatchObject({ landed: false, why: 'unsure' })
    repo.git('checkout', '-q', '--orphan', 'other')
    repo.commit('start anew')
    expect(await ask(repo, { base: 'other' })).toMatchObject({ landed: false, why: 'not-landed' })
  })

  it('is unsure when objects on the way are missing', async () => {
    const { repo, first } = makeTopic()
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--squash', 'topic')
    repo.commit('squashed')
    expect(await ask(repo)).toMatchObject({ landed: true })
    rmSync(join(repo.dir, '.git/objects', first.slice(0, 2), first.slice(2)))
    expect(await ask(repo)).toMatchObject({ landed: false, why: 'unsure' })
  })
})
