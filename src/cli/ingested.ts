/** What became of an agent's output. */
import type { Env } from '../env.js'
import { titleOf } from '../memory/memory.js'
import type { Ingested } from '../verbs/ingest.js'
import { renderJson } from './json.js'
import { memoryJson, printWarnings } from './output.js'
import { printable } from './printable.js'

const SAID = { stored: 'stored', known: 'known already', updated: 'merged' } as const

export function printIngested(env: Env, format: 'table' | 'json', answer: Ingested): void {
  const { memories, articles, journal, skipped, branch, parked, warnings } = answer
  printWarnings(env, warnings)
  for (const ref of parked)
    printWarnings(env, [`it is busy: the change waits on ${ref} and joins with the next command`])
  if (format === 'json') {
    env.stdout.write(
      renderJson('ingested', {
        branch,
        memories: memories.map(({ memory, outcome }) => ({ outcome, ...memoryJson(memory) })),
        articles: articles.map(({ slug, article, outcome }) => ({
          outcome,
          slug,
          title: article.title,
          tags: article.tags,
        })),
        journal: journal ? { outcome: journal.outcome, commit: journal.commit, entry: journal.entry } : null,
        skipped,
        parked,
      }),
    )
    return
  }
  const lines = [
    ...memories.map(({ memory, outcome }) => `📝 ${memory.id} ${SAID[outcome]}: ${titleOf(memory)}`),
    ...articles.map(({ slug, article, outcome }) => `📖 ${slug} ${SAID[outcome]}: ${article.title}`),
    ...(journal ? [`📓 ${journal.entry.id} ${SAID[journal.outcome]} on ${journal.commit.slice(0, 10)}`] : []),
    ...skipped.map(({ kind, line, reason }) => `• <${kind}> in line ${line} skipped: ${reason}`),
  ]
  env.stdout.write(lines.length > 0 ? `${printable(lines.join('\n'))}\n` : 'nothing was marked for keeping\n')
}
