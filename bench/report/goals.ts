/** What was promised, and whether the figures keep it. */
import { figureAt, type Results } from './results.js'
import { showValue } from './table.js'

interface Goal {
  what: string
  /** Table, row, column. */
  at: [string, string, string]
  most: number
}

export const GOALS: Goal[] = [
  { what: 'cold recall, 1,000', at: ['recall/1000', 'git ralph recall', '/ node'], most: 1.6 },
  { what: 'cold recall, 1,000, MB', at: ['recall/1000', 'git ralph recall', 'peak MB'], most: 80 },
  { what: 'cold recall, 10,000', at: ['recall/10000', 'git ralph recall', '/ node'], most: 1.8 },
  { what: 'cold recall, 10,000, MB', at: ['recall/10000', 'git ralph recall', 'peak MB'], most: 90 },
  { what: 'cold recall, 100,000', at: ['recall/100000', 'git ralph recall', '/ node'], most: 2.5 },
  { what: 'cold recall, 100,000, MB', at: ['recall/100000', 'git ralph recall', 'peak MB'], most: 150 },
  {
    what: 'first recall after ten memories came with a fetch, 10,000',
    at: ['recall/writing-10000', 'git ralph recall, after ten new memories', '/ node'],
    most: 2.5,
  },
  {
    what: 'the same after ten of `git ralph remember`',
    at: ['recall/writing-10000', 'git ralph recall, after ten of git ralph remember', '/ node'],
    most: 2.5,
  },
  { what: 'first build of the index, 10,000, s', at: ['recall/builds', '10,000', 'first build s'], most: 3 },
  {
    what: 'checkout with hooks, view changes, 10,000',
    at: ['hooks/cost', 'checkout, view changes', 'in nodes'],
    most: 2.5,
  },
  {
    what: 'checkout with hooks, view stays',
    at: ['hooks/cost', 'checkout, view stays', 'in nodes'],
    most: 1.3,
  },
  { what: 'briefing of 2,000 tokens, 10,000', at: ['prime/cost', '10,000', '/ node'], most: 2.2 },
  { what: 'write at 100,000 against one at 100', at: ['write/cost', '100,000', '/ at 100'], most: 2 },
  {
    what: 'merge of two lines, 10,000 entries, against `git merge-tree`',
    at: ['merge/10000', 'merge of two tips', 'ratio'],
    most: 5,
  },
  {
    what: 'the same with nothing to write',
    at: ['merge/10000', 'merge of two tips', 'again ratio'],
    most: 5,
  },
  {
    what: 'a hook that only keeps what happened',
    at: ['agent-hooks/cost', 'PostToolUse, kept', '/ node'],
    most: 1.25,
  },
  { what: 'a prompt, 10,000', at: ['agent-hooks/cost', 'UserPromptSubmit', '/ node'], most: 2 },
  { what: "a session's beginning, 10,000", at: ['agent-hooks/cost', 'SessionStart', '/ node'], most: 2.2 },
  {
    what: 'an iteration of a loop',
    at: ['loop/cost', 'an iteration, without agent and check', '/ node'],
    most: 6,
  },
  { what: '`journal add` at 10,000 entries against 100', at: ['journal/cost', 'add', 'ratio'], most: 2 },
  {
    what: 'recall by meaning, 10,000',
    at: ['meaning/10000', 'recall, embeddings=local', '/ node'],
    most: 2.5,
  },
  {
    what: '`recall --related` against a plain recall',
    at: ['graph/cost', 'recall --related', '/ recall'],
    most: 1.5,
  },
  { what: 'a thousand sessions on disk, MB', at: ['sessions/disk', 'on disk: together', 'MB'], most: 100 },
  {
    what: 'first view of the explorer, 10,000, ms',
    at: ['explorer/cost', 'first view of a new server', 'ms'],
    most: 1500,
  },
  { what: 'from a key to its hits, 10,000, ms', at: ['explorer/cost', 'key to its hits', 'ms'], most: 100 },
  { what: 'the page of the explorer, gzipped, KB', at: ['explorer/size', 'everything', 'KB'], most: 300 },
  {
    what: 'reading beside a big pack, against an empty one',
    at: ['bigpack/cost', 'objects, big pack', '/ empty'],
    most: 2,
  },
]

export function renderGoals(results: Results): string {
  const rows = GOALS.map(({ what, at, most }) => {
    const figure = figureAt(results, ...at)
    if (!figure) return `| ${what} | ${most} | not measured | |`
    const { value, unit } = figure
    return `| ${what} | ${showValue(most, unit)} | ${showValue(value, unit)} | ${value <= most ? 'met' : '**missed**'} |`
  })
  return ['| at most | goal | measured | |', '|---|--:|--:|---|', ...rows].join('\n')
}
