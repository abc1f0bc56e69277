/** Twin repositories, one with git-ralph and one without, are driven by the same script: git's own answers must not differ by a byte. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN } from '../helpers/bin.js'
import { makeDir, TEST_VARS } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

/** Runs one git command and answers everything that can be seen of it. */
type Git = (...args: string[]) => string

const LOOKS: string[][] = [
  ['status'],
  ['status', '--porcelain=v2', '--branch', '--untracked-files=all'],
  ['diff'],
  ['diff', '--cached'],
  ['diff', 'main', 'topic'],
  ['log', '--graph', '--decorate', '--stat'],
  ['log', '--branches', '--tags', '--format=%H %D %s'],
  ['branch', '-a', '-vv'],
  ['tag', '-n'],
  ['fsck', '--strict', '--no-dangling'],
  ['describe', '--tags', '--always'],
  ['stash', 'list'],
  ['reflog'],
  ['ls-files', '-s'],
  ['clean', '-n', '-d'],
]

interface Twin {
  dir: string
  git: Git
  write(path: string, text: string): void
  ralph(...args: string[]): void
}

function makeTwin(withRalph: boolean): Twin {
  const dir = makeDir()
  // Every command has its own second, the same for both.
  let clock = 1_750_000_000
  const vars = (): Record<string, string> => {
    const date = `${clock++} +0000`
    return { ...TEST_VARS, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  }
  const twin: Twin = {
    dir,
    git(...args) {
      const { status, stdout, stderr } = spawnSync('git', args, {
        cwd: dir,
        env: vars(),
        encoding: 'utf8',
        input: '',
      })
      return `${args.join(' ')} → ${status}\n${stdout}${stderr}`.replaceAll(dir, '<repo>')
    },
    write: (path, text) => writeFileSync(join(dir, path), text),
    ralph(...args) {
      const env = vars()
      if (!withRalph) return
      const { status, stderr } = spawnSync(process.execPath, [BIN, ...args], {
        cwd: dir,
        env,
        encoding: 'utf8',
        input: '',
      })
      expect(`${status} ${stderr}`).toBe('0 ')
    },
  }
  return twin
}

/** Ordinary work, with memory written in between. Answers all that git said. */
function work({ git, write, ralph }: Twin): string[] {
  const said: string[] = []
  const look = (): void => void said.push(...LOOKS.map((args) => git(...args)))
  const run: Git = (...args) => {
    said.push(git(...args))
    return said.at(-1)!
  }
  run('init', '-b', 'main')
  write('a.txt', 'one\ntwo\n')
  write('.gitignore', '*.log\n')
  run('add', '.')
  run('commit', '-m', 'first')
  run('tag', '-a', 'v1', '-m', 'one')
  ralph('init')
  ralph('remember', 'on main')
  look()
  run('checkout', '-b', 'topic')
  ralph('remember', 'on topic')
  write('a.txt', 'one\ntwo\nthree\n')
  write('new.txt', 'new\n')
  look()
  run('stash', 'push', '--include-untracked')
  ralph('remember', 'while stashed')
  look()
  run('stash', 'pop')
  look()
  run('add', '.')
  look()
  run('commit', '-m', 'second')
  run('commit', '--amend', '-m', 'second, amended')
  run('checkout', 'main')
  look()
  write('b.txt', 'b\n')
  run('add', '.')
  run('commit', '-m', 'on main')
  run('checkout', 'topic')
  run('rebase', 'main')
  look()
  run('switch', 'main')
  run('merge', '--no-ff', '--no-edit', 'topic')
  look()
  run('branch', '-d', 'topic')
  run('revert', '--no-edit', '-m', '1', 'HEAD')
  run('checkout', '--detach', 'v1')
  ralph('status')
  look()
  run('checkout', 'main')
  run('worktree', 'list')
  look()
  return said
}

function filesBelow(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(dir, file)).isFile(),
  )
  return Object.fromEntries(
    files.toSorted().map((file) => {
      const path = join(dir, file)
      return [file, `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`]
    }),
  )
}

const MINE = '#!/bin/sh\necho mine\n'

describe('git', () => {
  it('says the same with git-ralph and without', () => {
    const [ours, without] = [makeTwin(true), makeTwin(false)]
    const [said, expected] = [work(ours), work(without)]
    expect(ours.git('for-each-ref', 'refs/ralph-memory')).toContain('refs/ralph-memory/main')
    expect(said).toEqual(expected)
  }, 240_000)

  it('keeps its configuration as it was: init and branches from main add nothing', () => {
    const twin = makeTwin(true)
    twin.git('init', '-b', 'main')
    twin.git('commit', '--allow-empty', '-m', 'first')
    const config = readFileSync(join(twin.dir, '.git/config'), 'utf8')
    twin.ralph('init')
    twin.ralph('remember', 'on main')
    twin.git('checkout', '-b', 'topic')
    twin.ralph('remember', 'on topic')
    expect(readFileSync(join(twin.dir, '.git/config'), 'utf8')).toBe(config)
    twin.git('checkout', '-b', 'next')
    expect(readFileSync(join(twin.dir, '.git/config'), 'utf8')).toBe(
      `${config}[branch "next"]\n\tralphBase = topic\n`,
    )
  })

  it('gets back its hooks, byte for byte, and its configuration when git-ralph is uninstalled', () => {
    const twin = makeTwin(true)
    twin.git('init', '-b', 'main')
    twin.git('commit', '--allow-empty', '-m', 'first')
    const hooks = join(twin.dir, '.git/hooks')
    writeFileSync(join(hooks, 'post-checkout'), MINE, { mode: 0o755 })
    writeFileSync(join(hooks, 'pre-push'), '#!/bin/sh\nexit 0', { mode: 0o700 })
    const [files, config, exclude] = [
      filesBelow(hooks),
      readFileSync(join(twin.dir, '.git/config'), 'utf8'),
      readFileSync(join(twin.dir, '.git/info/exclude'), 'utf8'),
    ]
    twin.ralph('init')
    expect(filesBelow(hooks)).not.toEqual(files)
    twin.git('checkout', '-b', 'topic')
    twin.git('checkout', '-b', 'next')
    twin.ralph('remember', 'on next')
    twin.ralph('uninstall')
    expect(filesBelow(hooks)).toEqual(files)
    expect(readFileSync(join(twin.dir, '.git/config'), 'utf8').replace('[branch "next"]\n', '')).toBe(config)
    expect(readFileSync(join(twin.dir, '.git/info/exclude'), 'utf8')).toBe(exclude)
    expect(twin.git('status', '--porcelain')).toBe('status --porcelain → 0\n')
    expect(twin.git('for-each-ref', 'refs/ralph-memory')).toContain('refs/ralph-memory/next')
  })
})
