/** Every promise, checked with git itself: none of our own code reads anything here. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGit, TEST_VARS } from '../test/helpers/git.js'
import { RENDERED } from './by-hand.js'
import type { Log } from './log.js'
import type { Model } from './model.js'
import { repositoriesOf, type World } from './world.js'

const WORDS = /(?:rel-)?\w+/g
const MAIN = 'refs/ralph-memory/main'
const JOURNAL = 'refs/notes/ralph'
const PATHS =
  /^100644 blob [0-9a-f]{40}\t(memories\/[0-9a-f]{2}\/[a-z]+-\d+-[0-9a-z]{4}|knowledge\/[^/]+)\.md$/

export function check(world: World, model: Model, log: Log): void {
  const inFiles = wordsInFiles(world)
  for (const repo of repositoriesOf(world)) {
    checkSound(repo, log)
    checkKnown(repo, model, inFiles, log)
    checkTrees(repo, log)
  }
  for (const { name, dir } of world.desks) {
    const status = runGit(dir, 'status', '--porcelain')
    if (status !== '') log.found(`${name}: the work tree or the index was changed:\n${status}`)
    if (runGit(dir, 'stash', 'list') !== '') log.found(`${name}: something was stashed`)
  }
}

function checkSound(repo: string, log: Log): void {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['fsck', '--strict', '--no-dangling', '--no-progress'],
    {
      cwd: repo,
      env: TEST_VARS,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  )
  if (status !== 0 || stdout !== '')
    log.found(`${repo}: git fsck --strict ended with ${status}: ${stdout}${stderr}`)
  const parked = runGit(repo, 'for-each-ref', 'refs/ralph-memory-pending')
  if (parked !== '') log.found(`${repo}: parked and never adopted:\n${parked}`)
}

function checkKnown(repo: string, model: Model, inFiles: ReadonlySet<string>, log: Log): void {
  const known = wordsIn(repo, MAIN)
  const journal = wordsIn(repo, JOURNAL)
  const report = (words: string[], how: string): void => {
    if (words.length > 0) log.found(`${repo}: ${how}: ${words.join(' ')}`)
  }
  report(
    model.expected().flatMap((words) => (words.some((word) => known.has(word)) ? [] : [words.join('|')])),
    'acknowledged, but lost',
  )
  report(
    model.expectedInJournal().filter((word) => !journal.has(word)),
    'acknowledged, but lost from the journal',
  )
  report(
    model.byHand.filter((word) => !known.has(word) && !inFiles.has(word)),
    'written by hand, but lost',
  )
  report(
    model.refused().filter((word) => known.has(word) || journal.has(word)),
    'refused, but stored',
  )
  report(
    model.forgotten().filter((word) => known.has(word)),
    'forgotten, but known again',
  )
}

/** All words in the rendered files of all work trees. */
function wordsInFiles({ desks }: World): Set<string> {
  const files = desks.map(({ dir }) => join(dir, RENDERED)).filter((path) => existsSync(path))
  return new Set(files.flatMap((path) => readFileSync(path, 'utf8').match(WORDS) ?? []))
}

/** All words in all files of the tree of `ref`. */
function wordsIn(repo: string, ref: string): Set<string> {
  if (runGit(repo, 'for-each-ref', ref) === '') return new Set()
  if (runGit(repo, 'ls-tree', ref) === '') return new Set()
  return new Set(runGit(repo, 'grep', '-h', '-I', '-e', '', ref).match(WORDS))
}

/** Every entry is a file that we would write, and can be read. */
function checkTrees(repo: string, log: Log): void {
  for (const ref of runGit(repo, 'for-each-ref', '--format=%(refname)', 'refs/ralph-memory')
    .trim()
    .split('\n')) {
    if (ref === '') continue
    const entries = runGit(repo, 'ls-tree', '-r', ref).split('\n').filter(Boolean)
    const odd = entries.filter((entry) => !PATHS.test(entry))
    if (odd.length > 0) log.found(`${repo}: ${ref} has entries that nobody wrote:\n${odd.join('\n')}`)
    const oids = entries.map((entry) => entry.slice(12, 52)).join('\n')
    const sizes = spawnSync('git', ['cat-file', '--batch-check'], {
      cwd: repo,
      env: TEST_VARS,
      input: oids,
      encoding: 'utf8',
    })
    const unreadable = sizes.stdout.split('\n').filter((line) => line !== '' && !/ blob [1-9]\d*$/.test(line))
    if (unreadable.length > 0) log.found(`${repo}: ${ref} has unreadable entries:\n${unreadable.join('\n')}`)
  }
}
