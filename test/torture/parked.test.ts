import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { edit } from '../../src/verbs/edit.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { noteInsight } from '../../src/verbs/task/insight.js'
import { showTask } from '../../src/verbs/task/list.js'
import { noteProgress } from '../../src/verbs/task/progress.js'
import { startTask } from '../../src/verbs/task/start.js'
import { show } from '../../src/verbs/show.js'
import { runBin } from '../helpers/bin.js'
import { idsOnLine } from '../helpers/processes.js'
import { makeRepo, TEST_VARS, type TestEnv, type TestRepo } from '../helpers/repo.js'

/** A command that finds the line busy gives up soon. */
const IMPATIENT = { RALPH_WRITE_TIMEOUT: '50' }

test('parks what a locked line cannot take, says so, and joins it to the line later', () => {
  const repo = makeRepo()
  const first = runBin(['remember', 'known before', '--format', 'quiet'], { cwd: repo.dir }).out.trim()
  const unlock = lock(repo)
  const { code, out, err } = runBin(['remember', 'learnt while busy', '--format', 'quiet'], {
    cwd: repo.dir,
    vars: IMPATIENT,
  })
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(
      /^warning: the line is busy: the memory waits on refs\/ralph-memory-pending\/main\/[0-9a-f]{16} and joins/,
    ),
  })
  expect(idsOnLine(repo)).toEqual([first])
  expect(parked(repo)).toHaveLength(1)

  unlock()
  expect(runBin(['list'], { cwd: repo.dir }).out).toContain('learnt while busy')
  expect(idsOnLine(repo).toSorted()).toEqual([first, out.trim()].toSorted())
  expect(parked(repo)).toEqual([])
  repo.git('fsck', '--strict', '--no-dangling')
})

test('a first memory is parked too, before there is a line', async () => {
  const repo = makeRepo()
  repo.git('update-ref', 'refs/ralph-memory/other', 'HEAD')
  const unlock = lock(repo)
  const { memory, parked: ref } = await remember(impatient(repo), 'the very first')
  expect(ref).toBeDefined()
  unlock()
  await list(repo.env())
  expect(idsOnLine(repo)).toEqual([memory.id])
})

test('commands that come by while the line is still locked leave parked changes as they are', async () => {
  const repo = makeRepo()
  await remember(repo.env(), 'known before')
  const unlock = lock(repo)
  const env = impatient(repo)
  await remember(env, 'first while busy')
  env.tick(60)
  await remember(env, 'second while busy')
  const waiting = parked(repo)
  expect(waiting).toHaveLength(2)
  for (let i = 0; i < 3; i++) {
    env.tick(60)
    await list(env)
  }
  expect(parked(repo)).toEqual(waiting)
  unlock()
  const { memories } = await list(env)
  expect(memories.map(({ body }) => body).toSorted()).toEqual([
    'first while busy',
    'known before',
    'second while busy',
  ])
  expect(parked(repo)).toEqual([])
})

test('a parked edit is merged with an edit of the same memory made elsewhere', async () => {
  const repo = makeRepo()
  const { memory } = await remember(repo.env(), 'one\n\ntwo\n\nthree', { tags: ['a'] })
  const unlock = lock(repo)
  const env = impatient(repo)
  env.tick(60)
  const answer = await edit(env, memory.id, { content: 'ONE\n\ntwo\n\nthree', addTags: ['parked'] })
  expect(answer.parked).toBeDefined()

  // Made by somebody who has not seen the parked change: its ref is out of the way meanwhile.
  const [ref, commit] = [parked(repo)[0]!, repo.git('rev-parse', parked(repo)[0]!).trim()]
  repo.git('update-ref', '-d', ref)
  unlock()
  env.tick(60)
  await edit(env, memory.id, { content: 'one\n\ntwo\n\nTHREE', addTags: ['direct'] })
  repo.git('update-ref', ref, commit)

  const merged = await show(repo.env(), memory.id)
  expect(merged.memory.body).toBe('ONE\n\ntwo\n\nTHREE')
  expect(merged.memory.tags.toSorted()).toEqual(['a', 'direct', 'parked'])
  expect(parked(repo)).toEqual([])
})

test('a branch named like one of our other locks does not wait for itself', async () => {
  const repo = makeRepo()
  repo.git('checkout', '-q', '-b', 'render-main')
  await remember(repo.env(), 'known')
  repo.write('.agent/memories.md', '# Memories\n\n## Patterns\n\n### mem-1737000000-a1b2\n> by hand\n')
  const env = repo.env()
  let waits = 0
  // One byte is drawn for the length of each wait.
  await list({ ...env, random: (n) => ((waits += n === 1 ? 1 : 0), env.random(n)) })
  expect(idsOnLine(repo, 'render-main')).toContain('mem-1737000000-a1b2')
  expect(waits).toBe(0)
})

test('what was noted on a task while the line was busy joins what others noted meanwhile', async () => {
  const repo = makeRepo()
  await startTask(repo.env(), 't', { prd: '{"a":1}' })
  const unlock = lock(repo)
  const busy = impatient(repo)
  expect((await noteProgress(busy, 'while busy')).parked).toBeDefined()
  await noteInsight(busy, 'learnt while busy')
  await startTask(busy, 't', { prd: '{"a":1,"b":2}' })
  unlock()
  const env = repo.env()
  env.tick(60)
  await noteProgress(env, 'meanwhile')
  const { progress, insights, prd } = await showTask(env)
  expect(progress.entries.map((entry) => entry.split('\n')[1]!).toSorted()).toEqual([
    '- meanwhile',
    '- while busy',
  ])
  expect(insights.map(({ content }) => content)).toEqual(['learnt while busy'])
  expect(JSON.parse(prd!)).toEqual({ a: 1, b: 2 })
  expect(parked(repo)).toEqual([])
})

/** Holds the ref of main's line as another git process would. */
function lock(repo: TestRepo): () => void {
  const path = join(repo.dir, '.git/refs/ralph-memory/main.lock')
  closeSync(openSync(path, 'wx'))
  return () => rmSync(path)
}

const impatient = (repo: TestRepo): TestEnv => repo.env({ vars: { ...TEST_VARS, ...IMPATIENT } })

function parked(repo: TestRepo): string[] {
  return repo
    .git('for-each-ref', '--format=%(refname)', 'refs/ralph-memory-pending')
    .split('\n')
    .filter(Boolean)
}
