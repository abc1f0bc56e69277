/** The files that a branch has changed since it left its base. */
import { codeRefs } from './code-branch.js'
import { baseOf, type View } from './line.js'
import type { Repo } from '../git/repo.js'

export async function filesOfBranch(repo: Repo, { checkedOut }: View): Promise<string[]> {
  const base = checkedOut === undefined ? undefined : await baseOf(repo, checkedOut)
  const [baseRef] = base === undefined ? [] : await codeRefs(repo, base)
  if (baseRef === undefined) return []
  const { code, stdout } = await repo.tryGit(['diff', '--name-only', '-z', `${baseRef}...HEAD`])
  return code === 0 ? stdout.toString('utf8').split('\0').filter(Boolean) : []
}
