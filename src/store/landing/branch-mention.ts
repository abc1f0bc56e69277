/**
 * Whether a commit message speaks of a branch the way git, GitHub, GitLab and Bitbucket write it: `Merge branch 'topic'`,
 * `from ada/topic`, `Merged in topic (pull request #1)`. A bare word does not count: branches are named `fix` and `docs`.
 */
export function namesBranch(message: string, branch: string | undefined): boolean {
  if (!branch) return false
  for (let at = message.indexOf(branch); at >= 0; at = message.indexOf(branch, at + 1)) {
    const before = message.slice(Math.max(0, at - 10), at)
    const after = message.slice(at + branch.length, at + branch.length + 1)
    if (/(?:['"`/]|\bfrom |\bMerged in |\bbranch )$/.test(before) && !/[\w/-]/.test(after)) return true
  }
  return false
}
