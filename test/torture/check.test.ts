/** Whether what the torture tool checks can fail: each promise is broken in turn, and has to be named. */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { forget } from '../../src/verbs/forget.js'
import { init } from '../../src/verbs/init.js'
import { journalAdd } from '../../src/verbs/journal-add.js'
import { remember } from '../../src/verbs/remember.js'
import { sync } from '../../src/verbs/sync.js'
import { check } from '../../torture/check.js'
import { Log } from '../../torture/log.js'
import { Model } from '../../torture/model.js'
import { BIN } from '../../torture/processes.js'
import { playRound } from '../../torture/round.js'
import { removeWorld, type World } from '../../torture/world.js'
import { makeDir, makeEnv, runGit } from '../helpers/repo.js'
import { makeDice } from './dice.js'

const LINE = 'refs/ralph-memory/main'
let template: string

/** A hub and one clone, which has remembered two things, forgotten one and written one line of the journal. */
beforeAll(async () => {
  template = makeDir()
  const clone = join(template, 'c0')
  runGit(template, 'init', '-q', '--bare', '-b', 'main', 'hub.git')
  runGit(template, 'init', '-q', '-b', 'main', clone)
  runGit(clone, 'commit', '-q', '--allow-empty', '-m', 'first')
  runGit(clone, 'remote', 'add', 'origin', '../hub.git')
  const env = makeEnv(clone)
  await init(env)
  const { memory } = await remember(env, 'Learnt forgottenword there')
  await forget(env, [memory.id])
  await journalAdd(env, { run: 'run-1f2e3d4c', iteration: 1, notes: 'Saw journalword there' })
  await remember(env, 'Learnt oldword there')
  await remember(env, 'Learnt newword there')
  await sync(env)
})

function findingsAfter(sabotage: (clone: string, model: Model) => void): string[] {
  const dir = makeDir()
  cpSync(template, dir, { recursive: true })
  const clone = join(dir, 'c0')
  const model = new Model()
  model.remembered('c0', 'main', 'oldword', 'acknowledged', 'mem-1')
  model.remembered('c0', 'main', 'newword', 'acknowledged', 'mem-2')
  model.remembered('c0', 'main', 'forgottenword', 'acknowledged', 'mem-3')
  model.forgot(model.memories[2]!, 'acknowledged')
  model.remembered('c0', 'main', 'refusedword', 'refused', undefined)
  model.journal.set('journalword', 'acknowledged')
  sabotage(clone, model)
  const desk = { name: 'c0', dir: clone, bin: BIN, isHome: true, onSmallDisk: false, dice: makeDice(1) }
  const world: World = { dir, seed: 1, hub: join(dir, 'hub.git'), desks: [desk], smallDisk: undefined }
  const log = new Log(join(dir, 'log'))
  check(world, model, log)
  log.close()
  return log.findings
}

test('nothing is found where nothing is wrong', () => {
  expect(findingsAfter(() => {})).toEqual([])
})

test.each<[string, RegExp, (clone: string, model: Model) => void]>([
  [
    'a write that is lost',
    /c0: acknowledged, but lost: newword$/,
    (clone) => runGit(clone, 'update-ref', LINE, `${LINE}~1`),
  ],
  [
    'a line that is lost',
    /c0: acknowledged, but lost: oldword newword$/,
    (clone) => runGit(clone, 'update-ref', '-d', LINE),
  ],
  [
    'an entry of the journal that is lost',
    /lost from the journal: journalword$/,
    (clone) => runGit(clone, 'update-ref', '-d', 'refs/notes/ralph'),
  ],
  [
    'an edit that is lost',
    /acknowledged, but lost: laterword$/,
    (_, model) => model.edited(model.memories[0]!, 'laterword', 'acknowledged'),
  ],
  [
    'words written by hand that are lost',
    /written by hand, but lost: handword$/,
    (_, model) => model.byHand.push('handword'),
  ],
  [
    'a refused text that is stored',
    /refused, but stored: newword$/,
    (_, model) => (model.memories[1]!.versions[0]!.fate = 'refused'),
  ],
  [
    'a forgotten memory that is known again',
    /forgotten, but known again: oldword$/,
    (_, model) => model.forgot(model.memories[0]!, 'acknowledged'),
  ],
  [
    'an object that is gone',
    /git fsck --strict ended with \d+/,
    (clone) => {
      const oid = runGit(clone, 'rev-parse', `${LINE}~2^{tree}`).trim()
      rmSync(join(clone, '.git/objects', oid.slice(0, 2), oid.slice(2)))
    },
  ],
  [
    'a file on the line that nobody wrote',
    /entries that nobody wrote:\n.*stray.txt$/,
    (clone) => {
      runGit(clone, 'read-tree', LINE)
      writeFileSync(join(clone, 'stray.txt'), 'stray')
      runGit(clone, 'add', 'stray.txt')
      const commit = runGit(
        clone,
        'commit-tree',
        '-p',
        LINE,
        '-m',
        'stray',
        runGit(clone, 'write-tree').trim(),
      )
      runGit(clone, 'update-ref', LINE, commit.trim())
      runGit(clone, 'read-tree', 'HEAD')
      rmSync(join(clone, 'stray.txt'))
    },
  ],
  [
    'a change that stays parked',
    /parked and never adopted/,
    (clone) => runGit(clone, 'update-ref', 'refs/ralph-memory-pending/main/1234', LINE),
  ],
  [
    'a work tree that was changed',
    /the work tree or the index was changed/,
    (clone) => writeFileSync(join(clone, 'stray.txt'), 'stray'),
  ],
  [
    'a stash',
    /something was stashed/,
    (clone) => {
      writeFileSync(join(clone, 'stray.txt'), 'stray')
      runGit(clone, 'stash', '-q', '-u')
    },
  ],
])('%s is found', (_, finding, sabotage) => {
  expect(findingsAfter(sabotage)).toContainEqual(expect.stringMatching(finding))
})

test('a build that acknowledges and stores nothing fails a round', async () => {
  const dir = makeDir()
  const bin = join(dir, 'liar.cjs')
  writeFileSync(
    bin,
    `if (process.argv[2] === 'remember') console.log('mem-1737390000-a7b8'); else require(${JSON.stringify(BIN)})`,
  )
  const { findings, counts, world } = await playRound({ seed: 1, seconds: 1, logDir: dir, bin })
  expect(counts['remember']).toBeGreaterThan(0)
  expect(findings).toContainEqual(expect.stringMatching(/acknowledged, but lost/))
  removeWorld(world)
})
