/** One fault in one verb, and whether all is well afterwards. What is stored is read with git alone. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explainFsError, RalphError } from '../../src/errors.js'
import { remember } from '../../src/verbs/remember.js'
import { makeEnv } from '../helpers/env.js'
import { runGit, TEST_VARS } from '../helpers/git.js'
import { type Fault, faultsAt, type Point, withFault } from './points.js'
import type { Fate, Scenario } from './scenarios.js'

export interface Played {
  points: Point[]
  fate: Fate
  findings: string[]
}

export interface Planned {
  at: number
  fault: Fault
}

/** Each call that writes. Of several looks at the same file the first and the last: what is between them finds it as the first did. */
export function everyFault(points: Point[]): Planned[] {
  const nameOf = ({ call, on }: Point): string => `${call} ${on}`
  const names = points.map(nameOf)
  const isWanted = (point: Point, at: number): boolean =>
    point.writes || names.indexOf(nameOf(point)) === at || names.lastIndexOf(nameOf(point)) === at
  return points.flatMap((point, at) =>
    isWanted(point, at) ? faultsAt(point).map((fault) => ({ at, fault })) : [],
  )
}

export async function play(scenario: Scenario, template: string, planned?: Planned): Promise<Played> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'ralph-fault-')))
  cpSync(template, dir, { recursive: true })
  const clone = join(dir, 'clone')
  const findings: string[] = []
  let fate: Fate = 'acknowledged'
  const print = console.log
  // Standard output belongs to the answer: a program may be reading it.
  console.log = (...said) => void findings.push(`printed: ${said.join(' ')}`)
  const points = await withFault(dir, planned, async () => {
    try {
      await scenario.act(makeEnv(clone))
    } catch (error) {
      fate = 'refused'
      const known = explainFsError(error, 'working')
      if (planned?.fault !== 'death' && !(known instanceof RalphError && known.code !== 'internal'))
        findings.push(`not explained: ${(error as Error).stack}`)
    }
  })
  console.log = print
  if (planned?.fault === 'death') fate = 'unknown'
  findings.push(...scenario.judge(wordsOf(dir), fate).map((finding) => `${fate}, but ${finding}`))
  // Where a look failed there is nothing left behind that could be in the way of the next.
  if (!planned || points[planned.at]!.writes) findings.push(...(await afterwards(scenario, dir, fate)))
  findings.push(...soundness(clone))
  rmSync(dir, { recursive: true, force: true })
  const { call, on } = points[planned?.at ?? 0]!
  const where = planned ? `${planned.fault} at ${planned.at}, ${call} ${on.replaceAll(dir, '')}: ` : ''
  return { points, fate, findings: findings.map((finding) => where + finding) }
}

/** The next command works, and what was acknowledged is still there. */
async function afterwards(scenario: Scenario, dir: string, fate: Fate): Promise<string[]> {
  const clone = join(dir, 'clone')
  const env = makeEnv(clone)
  env.tick(60)
  try {
    await remember(env, 'Learnt afterword at last')
  } catch (error) {
    return [`the next command failed: ${(error as Error).stack}`]
  }
  const words = wordsOf(dir)
  return [
    ...(words.line.has('afterword') ? [] : ['the next command stored nothing']),
    ...scenario.judge(words, fate).map((finding) => `${fate}, but after the next command ${finding}`),
  ]
}

function soundness(clone: string): string[] {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['fsck', '--strict', '--no-dangling', '--no-progress'],
    { cwd: clone, env: TEST_VARS, encoding: 'utf8' },
  )
  const changed = runGit(clone, 'status', '--porcelain')
  return [
    ...(status === 0 && stdout === '' ? [] : [`git fsck --strict said: ${stdout}${stderr}`]),
    ...(changed === '' ? [] : [`git status said: ${changed}`]),
  ]
}

export interface Words {
  /** On lines, also where it is parked, and in the journal. */
  line: ReadonlySet<string>
  hub: ReadonlySet<string>
  /** In the rendered file. */
  file: ReadonlySet<string>
  /** In any object of the repository. */
  objects: ReadonlySet<string>
}

function wordsOf(dir: string): Words {
  const clone = join(dir, 'clone')
  return {
    line: wordsOn(clone, 'refs/ralph-memory', 'refs/ralph-memory-pending', 'refs/notes'),
    get hub() {
      return wordsOn(join(dir, 'hub.git'), 'refs/ralph-memory')
    },
    get file() {
      return wordsIn(readFileSync(join(clone, '.agent/memories.md'), 'utf8'))
    },
    get objects() {
      return wordsIn(
        spawnSync('git', ['cat-file', '--batch-all-objects', '--batch'], {
          cwd: clone,
          env: TEST_VARS,
        }).stdout.toString('latin1'),
      )
    },
  }
}

function wordsOn(repo: string, ...prefixes: string[]): Set<string> {
  const refs = runGit(repo, 'for-each-ref', '--format=%(refname)', ...prefixes)
    .split('\n')
    .filter(Boolean)
  if (refs.length === 0) return new Set()
  const { stdout } = spawnSync('git', ['grep', '-h', '-I', '-e', '', ...refs], {
    cwd: repo,
    env: TEST_VARS,
    encoding: 'utf8',
  })
  return wordsIn(stdout)
}

const wordsIn = (text: string): Set<string> => new Set(text.match(/[a-z]+/g))
