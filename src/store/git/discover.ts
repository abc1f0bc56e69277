/**
 * Finds the repository. The ordinary cases are read from the file system, since recall may not cost a process; whatever is out
 * of the ordinary (another GIT_DIR, extensions, bare, core.worktree, another owner) is left to git itself.
 */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { RalphError } from '../../errors.js'
import { tryGit, withoutLocalVariables } from './git.js'

export interface RepoPaths {
  /** Of this worktree: HEAD is here. */
  gitDir: string
  /** Shared by all worktrees: objects, refs and our own directory are here. */
  commonDir: string
  /** Undefined in a bare repository. */
  workTree: string | undefined
  /** Refs are not plain files (reftable): every ref must be read through git. */
  refsByGit: boolean
  /** The file system does not tell `Fix` from `fix`. */
  ignoresCase: boolean
}

const ASK_GIT_WHEN_SET = [
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_CEILING_DIRECTORIES',
  'GIT_OBJECT_DIRECTORY',
]

export async function discover(cwd: string, vars: Record<string, string | undefined>): Promise<RepoPaths> {
  // A server may outlive the directory it was started in: a repository around that one is not meant.
  if (!statOf(cwd)) throw new RalphError('not-a-repo', `there is no directory '${cwd}'`)
  const ordinary = ASK_GIT_WHEN_SET.every((name) => !vars[name])
  const found = ordinary ? discoverByReading(cwd) : undefined
  // In a linked worktree git gives its hooks the very GIT_DIR that we find.
  const meant = !vars['GIT_DIR'] || found?.gitDir === resolve(cwd, vars['GIT_DIR'])
  return found && meant ? found : discoverByGit(cwd, vars)
}

function discoverByReading(cwd: string): RepoPaths | undefined {
  const found = findGitDir(cwd)
  return found && ordinaryRepo(found.gitDir, found.workTree)
}

/** The nearest `.git` above `cwd`, whatever kind of repository it is. */
export function findGitDir(cwd: string): { gitDir: string; workTree: string } | undefined {
  for (let dir = resolve(cwd); ; dir = dirname(dir)) {
    const dotGit = statOf(join(dir, '.git'))
    if (dotGit) {
      const gitDir = dotGit.isDirectory() ? join(dir, '.git') : followGitFile(dir)
      return gitDir === undefined ? undefined : { gitDir, workTree: dir }
    }
    if (statOf(join(dir, 'HEAD')) || dir === dirname(dir)) return undefined
  }
}

function followGitFile(dir: string): string | undefined {
  const target = /^gitdir: (.+)$/m.exec(readText(join(dir, '.git')) ?? '')?.[1]
  return target && resolve(dir, target.trim())
}

function ordinaryRepo(gitDir: string, workTree: string): RepoPaths | undefined {
  const commonDir = commonDirOf(gitDir)
  const owner = statOf(gitDir)?.uid
  const config = readText(join(commonDir, 'config'))
  if (config === undefined || owner !== process.getuid?.()) return undefined
  if (/\[extensions|\[include/i.test(config)) return undefined
  // In a linked worktree git looks at neither of these: it may be one of a bare repository.
  if (gitDir === commonDir && (/\bbare\s*=\s*true/i.test(config) || !isMeant(workTree, gitDir, config)))
    return undefined
  if (!statOf(join(commonDir, 'objects')) || !statOf(join(gitDir, 'HEAD'))) return undefined
  const ignoresCase = /\bignorecase\s*=\s*true/i.test(config)
  return { gitDir, commonDir, workTree, refsByGit: false, ignoresCase }
}

/** What the worktrees share: the git directory itself, unless it is that of a linked worktree. */
export function commonDirOf(gitDir: string): string {
  // Asked first: an error that says what is usual costs more than the question.
  const common = statOf(join(gitDir, 'commondir')) && readText(join(gitDir, 'commondir'))
  return common ? resolve(gitDir, common.trim()) : gitDir
}

async function discoverByGit(cwd: string, vars: Record<string, string | undefined>): Promise<RepoPaths> {
  const questions = ['--git-dir', '--git-common-dir', '--show-object-format', '--show-toplevel']
  // --show-toplevel fails in a bare repository, after the other answers were printed.
  const answer = await tryGit(['rev-parse', '--path-format=absolute', ...questions], {
    cwd,
    vars: { ...vars, LC_ALL: 'C', LANGUAGE: '' },
  })
  const [gitDir, commonDir, objectFormat, workTree] = answer.stdout.toString('utf8').split('\n')
  if (!gitDir || !commonDir) throw notARepo(cwd, answer.stderr)
  if (objectFormat !== 'sha1') {
    throw new RalphError(
      'unsupported-repo',
      `'${gitDir}' uses ${objectFormat} object names, which git-ralph cannot write`,
      {
        hint: 'git-ralph works in repositories made with `git init --object-format=sha1`, the default',
      },
    )
  }
  const keys = '^(extensions\\.refstorage|core\\.ignorecase)$'
  const config = await tryGit(['--git-dir', gitDir, 'config', '--get-regexp', keys], {
    cwd,
    vars: withoutLocalVariables(vars),
  })
  const said = config.stdout.toString('utf8')
  return {
    gitDir,
    commonDir,
    workTree: workTree || undefined,
    refsByGit: /^extensions\.refstorage (?!files$)/m.test(said),
    ignoresCase: /^core\.ignorecase true$/m.test(said),
  }
}

function notARepo(cwd: string, said: string): RalphError {
  if (/dubious ownership/.test(said)) {
    const place = /dubious ownership in repository at '(.+)'$/m.exec(said)?.[1] ?? cwd
    return new RalphError('not-a-repo', `git does not trust the owner of the repository at '${place}'`, {
      hint: `git config --global --add safe.directory '${place}'`,
    })
  }
  if (/not a git repository/i.test(said) || said === '') {
    return new RalphError('not-a-repo', `not in a git repository: '${cwd}'`, {
      hint: 'run `git init` here first, or change to a directory inside a repository',
    })
  }
  return new RalphError('not-a-repo', said.trim().replace(/^fatal: /, ''), {
    hint: 'run `git status` here to see what git says',
  })
}

/** A submodule's git directory names its work tree: the very one that led here. */
function isMeant(workTree: string, gitDir: string, config: string): boolean {
  return [...config.matchAll(/\bworktree\s*=\s*(.*)/gi)].every(([, path]) =>
    isSamePlace(resolve(gitDir, path!.trim()), workTree),
  )
}

function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [statOf(one), statOf(other)]
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev
}

function statOf(path: string): ReturnType<typeof statSync> {
  return statSync(path, { throwIfNoEntry: false })
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
