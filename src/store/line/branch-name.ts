/** A branch name as one component of a ref: `feature/login` → `feature%2Flogin`, and back. */

export function encodeBranch(branch: string): string {
  return branch.replace(/[%/]/g, (char) => (char === '%' ? '%25' : '%2F'))
}

export function decodeBranch(encoded: string): string {
  return encoded.replace(/%(25|2F)/gi, (_, hex: string) => (hex === '25' ? '%' : '/'))
}
