/** Worktree learning: what the AGENTS.md of another branch says, brought into the one of this work tree. Written only when asked. */
import { posix } from 'node:path'
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { type LineChange, lineChanges } from '../../memory/merge-text.js'
import { mergeMarkdown } from '../../memory/merge-markdown.js'
import { otherWorktrees, readVersions } from '../../store/agents/versions.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import { placeInWorkTree, readUserFile, writeUserFile } from '../../store/user-file.js'

export interface AgentsMergeOptions {
  /** From the top of the work tree. @default 'AGENTS.md' */
  file?: string
  /** Write the outcome into the work tree. */
  write?: boolean
}

export interface AgentsMerge {
  file: string
  /** The branches that were looked at, and where each was read from: a worktree, or its last commit. */
  from: { branch: string; worktree?: string }[]
  changed: boolean
  written: boolean
  changes: LineChange[]
}

/** Without a branch, from every branch that is checked out in another worktree. */
export async function mergeAgents(
  env: Env,
  branch?: string,
  options: AgentsMergeOptions = {},
): Promise<AgentsMerge> {
  const repo = await openRepo(env)
  const workTree = needWorkTree(repo)
  const file = posix.normalize(options.file ?? 'AGENTS.md')
  if (!/\.(md|markdown|mdc)$/i.test(file) || file.startsWith('..'))
    throw new RalphError('bad-usage', `'${file}' is no markdown file of this work tree`)
  const path = placeInWorkTree(workTree, file)
  const ours = readUserFile(path) ?? ''
  const branches = branch === undefined ? [...(await otherWorktrees(repo)).keys()] : [branch]
  const from: AgentsMerge['from'] = []
  let merged = ours
  for (const name of branches) {
    const { base, theirs, worktree } = await readVersions(repo, name, file)
    from.push({ branch: name, ...(worktree && { worktree }) })
    if (theirs !== undefined) merged = mergeMarkdown(base, merged, theirs)
  }
  const changed = merged !== ours
  const written = changed && (options.write ?? false)
  if (written) writeUserFile(path, merged)
  return { file, from, changed, written, changes: changed ? lineChanges(ours, merged) : [] }
}

function needWorkTree({ workTree }: Repo): string {
  if (workTree !== undefined) return workTree
  throw new RalphError('bad-usage', 'a bare repository has no work tree')
}
