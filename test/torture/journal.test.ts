import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseJournal } from '../../src/memory/journal-note.js'
import { journalList } from '../../src/verbs/journal-list.js'
import { loopGit } from '../helpers/processes.js'
import { makeRepo, TEST_VARS } from '../helpers/repo.js'

const WRITER = fileURLToPath(new URL('journal-writer.mjs', import.meta.url))
const WRITERS = 4
const EACH = 40

test('four processes that add notes at once lose none, beside gc and pack-refs', async () => {
  const repo = makeRepo()
  const commits = Array.from({ length: 10 }, (_, n) => repo.commit(`commit ${n}`))
  const loops = [loopGit(repo.dir, ['gc', '--quiet']), loopGit(repo.dir, ['pack-refs', '--all', '--prune'])]
  const writers = Array.from({ length: WRITERS }, (_, n) =>
    promisify(execFile)(process.execPath, [WRITER, repo.dir, `run-0000000${n}`, String(EACH), ...commits], {
      env: TEST_VARS,
    }),
  )
  const ends = await Promise.all(writers)
  await Promise.all(loops.map((loop) => loop.stop()))

  expect(ends.map(({ stderr }) => stderr)).toEqual(writers.map(() => ''))
  const acknowledged = ends.flatMap(({ stdout }) => stdout.trim().split('\n'))
  expect(acknowledged).toHaveLength(WRITERS * EACH)
  const native = commits.flatMap((commit) => parseJournal(repo.git('notes', '--ref=ralph', 'show', commit)))
  expect(native.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
  expect(await journalList(repo.env())).toHaveLength(WRITERS * EACH)
  expect(repo.git('rev-list', '--count', 'refs/notes/ralph').trim()).toBe(String(WRITERS * EACH))
  repo.git('fsck', '--strict', '--no-dangling')
}, 180_000)
