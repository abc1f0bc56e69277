/**
 * A branch name as one component of a ref: `feature/login` → `feature%2Flogin`, and back. A capital letter is `%` and its small one,
 * `JIRA-1` → `%j%i%r%a-1`: a ref is a file, and where file systems ignore case `Fix` and `fix` would be one line.
 */

export function encodeBranch(branch: string): string {
  return branch.replace(/[%/]|\p{Lu}/gu, (char) => {
    if (char === '%') return '%25'
    if (char === '/') return '%2F'
    const small = char.toLowerCase()
    // Some have no small letter that leads back: İ, ϒ.
    return small !== char && small.toUpperCase() === char ? `%${small}` : char
  })
}

export function decodeBranch(encoded: string): string {
  return encoded.replace(/%(25|2[Ff]|\p{Ll})/gu, (_, what: string) => {
    if (what === '25') return '%'
    return what.startsWith('2') ? '/' : what.toUpperCase()
  })
}
