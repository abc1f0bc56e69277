/** What a merge leaves for a person to settle, in words; undefined when nothing is left. */
export function sayConflicts(conflicts: readonly { id: string }[]): string | undefined {
  const articles = conflicts.filter(({ id }) => id.startsWith('knowledge/')).length
  const memories = conflicts.length - articles
  const parts = [
    ...(memories > 0 ? [`${memories} to resolve (git ralph resolve)`] : []),
    ...(articles > 0
      ? [`${articles} ${articles === 1 ? 'article' : 'articles'} in two versions (git ralph know list)`]
      : []),
  ]
  return parts.length > 0 ? parts.join(', ') : undefined
}
