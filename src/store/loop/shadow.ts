/**
 * A git directory of our own for the user's work tree: its own index, the user's objects. With it git can be asked to add and to check out without touching
 * the user's index, and without filters and line-ending conversion, so that files come back byte for byte.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RalphError } from '../../errors.js'
import { tryGit, type GitResult, gitFailed } from '../git/git.js'
import { makeLocalDir, writeLocalFile } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'
import { loopsDir } from './loop-files.js'

export interface Shadow {
  repo: Repo
  workTree: string
  dir: string
  git(args: string[], input?: string | Buffer): Promise<string>
  tryGit(args: string[], input?: string | Buffer): Promise<GitResult>
}

/** Above whatever the project's own .gitattributes say. */
const ATTRIBUTES = '* -text -eol -filter -ident -working-tree-encoding\n'

export function openShadow(repo: Repo): Shadow {
  const { workTree } = repo
  if (workTree === undefined)
    throw new RalphError('bad-usage', 'a loop needs a work tree, and a bare repository has none', {
      hint: 'git worktree add ../work',
    })
  const place = repo.gitDir === repo.commonDir ? 'main' : `worktree-${basename(repo.gitDir)}`
  const dir = join(loopsDir(repo), 'work-trees', place)
  prepare(repo, dir)
  const vars = {
    ...repo.vars,
    GIT_DIR: dir,
    GIT_WORK_TREE: workTree,
    GIT_OBJECT_DIRECTORY: join(repo.commonDir, 'objects'),
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
  }
  const run = (args: string[], input?: string | Buffer): Promise<GitResult> =>
    tryGit(args, { cwd: workTree, vars, ...(input !== undefined && { input }) })
  return {
    repo,
    workTree,
    dir,
    tryGit: run,
    async git(args, input) {
      const result = await run(args, input)
      if (result.code !== 0) throw gitFailed(args, result)
      return result.stdout.toString('utf8')
    },
  }
}

function prepare(repo: Repo, dir: string): void {
  for (const name of ['objects', 'refs', 'info']) makeLocalDir(join(dir, name))
  keep(join(dir, 'HEAD'), 'ref: refs/heads/none\n')
  keep(join(dir, 'info/attributes'), ATTRIBUTES)
  keep(join(dir, 'info/exclude'), readText(join(repo.commonDir, 'info/exclude')) ?? '')
  keep(join(dir, 'config'), configOf(repo))
}

/** The user's settings (which files to exclude, what a file system can do), less those that would start something. */
function configOf(repo: Repo): string {
  const path = join(repo.commonDir, 'config').replace(/["\\]/g, String.raw`\$&`)
  return `[include]
	path = "${path}"
[core]
	bare = false
	fileMode = true
	sparseCheckout = false
	fsmonitor = false
	untrackedCache = false
	splitIndex = false
	safecrlf = false
	hooksPath = /dev/null
[index]
	sparse = false
`
}

function keep(path: string, text: string): void {
  if (!existsSync(path) || readText(path) !== text) writeLocalFile(path, text)
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
