/** What a test file leaves behind is put away when it ends, last made first. Files share their modules: see vitest.config.ts. */
const waiting: (() => unknown)[] = []

export function afterFile(putAway: () => unknown): void {
  waiting.push(putAway)
}

export async function putAwayAll(): Promise<void> {
  for (const putAway of waiting.splice(0).toReversed()) await putAway()
}
