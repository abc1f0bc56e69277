/** The verbs that write, each from a repository made for it, and what has to hold whatever fails. */
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RalphError } from '../../src/errors.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { importMemories } from '../../src/verbs/import.js'
import { approve } from '../../src/verbs/inbox/approve.js'
import { propose } from '../../src/verbs/inbox/propose.js'
import { init } from '../../src/verbs/init.js'
import { journalAdd } from '../../src/verbs/journal-add.js'
import { rememberArticle } from '../../src/verbs/know/add.js'
import { land } from '../../src/verbs/land.js'
import { merge } from '../../src/verbs/merge.js'
import { purge } from '../../src/verbs/purge.js'
import { remember } from '../../src/verbs/remember.js'
import { restore } from '../../src/verbs/restore.js'
import { sync } from '../../src/verbs/sync.js'
import { makeEnv, type TestEnv } from '../helpers/env.js'
import { runGit } from '../helpers/git.js'
import type { Words } from './judge.js'

/** `unknown`: the process died. */
export type Fate = 'acknowledged' | 'refused' | 'unknown'

export interface Scenario {
  name: string
  /** Makes what the verb finds; the clone knows `oldword` already. */
  build(env: TestEnv): Promise<void>
  act(env: TestEnv): Promise<unknown>
  /** What is wrong. */
  judge(words: Words, fate: Fate): string[]
}

const OLD = 'Learnt oldword before'
const NEW = 'Learnt newword now'
let oldId = ''

/** A hub and a clone that knows one thing and shows it. */
export async function makeTemplate({ build }: Scenario, dir: string): Promise<void> {
  const clone = join(dir, 'clone')
  runGit(dir, 'init', '-q', '--bare', '-b', 'main', 'hub.git')
  runGit(dir, 'init', '-q', '-b', 'main', clone)
  runGit(clone, 'remote', 'add', 'origin', '../hub.git')
  writeFileSync(join(clone, 'code.txt'), 'code\n')
  runGit(clone, 'add', 'code.txt')
  runGit(clone, 'commit', '-q', '-m', 'first')
  const env = makeEnv(clone)
  await init(env)
  oldId = (await remember(env, OLD)).memory.id
  env.tick(1)
  await build(env)
}

/** Present if acknowledged, absent if refused; who knows if the process died. */
function whole(set: ReadonlySet<string>, fate: Fate, words: string[]): string[] {
  const present = words.filter((word) => set.has(word))
  if (fate !== 'acknowledged' && present.length === 0) return []
  if (fate !== 'refused' && present.length === words.length) return []
  return [present.length === 0 ? `${words.join(', ')} is absent` : `${present.join(', ')} is stored`]
}

const lasting = (set: ReadonlySet<string>, ...words: string[]): string[] =>
  words.filter((word) => !set.has(word)).map((word) => `${word} is lost`)

/** Opposite of what was acknowledged. */
const OPPOSITE: Record<Fate, Fate> = { acknowledged: 'refused', refused: 'acknowledged', unknown: 'unknown' }

async function onTopic(env: TestEnv, work: () => Promise<void>): Promise<void> {
  runGit(env.cwd, 'checkout', '-q', '-b', 'topic')
  writeFileSync(join(env.cwd, 'topic.txt'), 'topic\n')
  runGit(env.cwd, 'add', 'topic.txt')
  runGit(env.cwd, 'commit', '-q', '-m', 'topic')
  await work()
  runGit(env.cwd, 'checkout', '-q', 'main')
}

const nothing = (): Promise<void> => Promise.resolve()
const stored = (words: Words, fate: Fate): string[] => [
  ...lasting(words.line, 'oldword'),
  ...whole(words.line, fate, ['newword']),
]

export const SCENARIOS: Scenario[] = [
  { name: 'remember', build: nothing, act: (env) => remember(env, NEW), judge: stored },
  {
    name: 'edit',
    build: nothing,
    act: (env) => edit(env, oldId, { content: NEW }),
    judge: ({ line }, fate) => [
      ...whole(line, fate, ['newword']),
      ...(line.has('newword') === line.has('oldword') ? ['it is neither as before nor as edited'] : []),
    ],
  },
  {
    name: 'forget',
    build: nothing,
    act: (env) => forget(env, [oldId]),
    judge: ({ line }, fate) => whole(line, OPPOSITE[fate], ['oldword']),
  },
  {
    name: 'restore',
    build: async (env) => {
      const { memory } = await remember(env, NEW)
      await forget(env, [memory.id])
    },
    act: (env) => restore(env, 'mem-'),
    judge: stored,
  },
  {
    name: 'know add',
    build: nothing,
    act: (env) => rememberArticle(env, { title: 'Title', tags: ['tag'], body: NEW }),
    judge: stored,
  },
  {
    name: 'journal add',
    build: nothing,
    act: (env) => journalAdd(env, { run: 'run-1f2e3d4c', iteration: 1, notes: NEW }),
    judge: stored,
  },
  {
    name: 'import',
    build: async ({ cwd }) =>
      writeFileSync(
        join(cwd, '.git/import.md'),
        '# Memories\n\n## Fixes\n\n### \n> Learnt newword one\n\n### \n> Learnt nextword two\n\n### \n> Learnt lastword three\n',
      ),
    act: (env) => importMemories(env, ['.git/import.md']),
    judge: ({ line }, fate) => [
      ...lasting(line, 'oldword'),
      ...whole(line, fate, ['newword', 'nextword', 'lastword']),
    ],
  },
  {
    name: 'inbox approve',
    build: async (env) => {
      const source = { kind: 'session', session: 'one' } as const
      await propose(env, [{ body: NEW, type: 'fix', tags: [], why: 'said', source }])
    },
    act: (env) => approve(env, ['1']),
    judge: stored,
  },
  {
    name: 'hand edit and rendering',
    build: async ({ cwd }) =>
      appendFileSync(join(cwd, '.agent/memories.md'), '\n### \n> Noted handword by hand\n'),
    act: (env) => remember(env, NEW),
    judge: (words, fate) => [
      ...stored(words, fate),
      ...(words.line.has('handword') || words.file.has('handword')
        ? []
        : ['what was written by hand is lost']),
      ...(words.file.has('emories') ? [] : ['the rendered file is not whole']),
    ],
  },
  {
    name: 'merge',
    build: (env) => onTopic(env, async () => void (await remember(env, NEW))),
    act: (env) => merge(env, 'topic'),
    judge: ({ line }) => lasting(line, 'oldword', 'newword'),
  },
  {
    name: 'land',
    build: async (env) => {
      await onTopic(env, async () => void (await remember(env, NEW)))
      runGit(env.cwd, 'merge', '-q', '--squash', 'topic')
      runGit(env.cwd, 'commit', '-q', '-m', 'squash')
    },
    act: (env) => land(env),
    judge: ({ line }) => lasting(line, 'oldword', 'newword'),
  },
  {
    name: 'sync',
    build: async (env) => {
      await sync(env)
      const other = join(env.cwd, '../other')
      runGit(env.cwd, 'clone', '-q', '../hub.git', other)
      const there = makeEnv(other)
      there.tick(5)
      await init(there)
      await sync(there)
      await remember(there, 'Learnt otherword elsewhere')
      await sync(there)
      await remember(env, NEW)
    },
    act: (env) => sync(env),
    judge: ({ line, hub }, fate) => [
      ...lasting(line, 'oldword', 'newword', ...(fate === 'acknowledged' ? ['otherword'] : [])),
      ...lasting(hub, 'oldword', 'otherword', ...(fate === 'acknowledged' ? ['newword'] : [])).map(
        (finding) => `${finding} in the hub`,
      ),
    ],
  },
  {
    name: 'purge',
    build: async (env) => void (await remember(env, NEW)),
    act: async (env) => {
      const { left } = await purge(env, 'newword')
      // The command ends with 1 then, and can be run again.
      if (left.length > 0) throw new RalphError('git-failed', `still held by ${left.join(', ')}`)
    },
    judge: ({ line, objects }, fate) => [
      ...lasting(line, 'oldword'),
      ...(fate === 'acknowledged' && objects.has('newword') ? ['what was purged is there'] : []),
    ],
  },
]
