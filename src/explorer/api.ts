/**
 * Every route of the explorer: data only, so that the page can take its types from here.
 * `/api/inbox/approve` runs `git ralph inbox approve`, and answers what `--format json` prints: see docs/json.md.
 * What is not in this table can't be reached: no other command, no other flag.
 */

/** `text` and `number` are given once, `list` any number of times (a JSON array in a body), `flag` is true or absent. */
export type ParamKind = 'text' | 'number' | 'list' | 'flag'

export interface Route {
  /** By the names of the command's flags and words. */
  params: Readonly<Record<string, ParamKind>>
  /** At least one of these: without any of them the command would ask on a terminal, or open an editor. */
  oneOf?: readonly string[]
}

const ON_LINE = { line: 'text', at: 'text' } as const
const SECRETS = { redact: 'flag', 'allow-secret': 'text' } as const

/** `GET /api/<path>?name=value`. */
export const READS = {
  status: { params: { details: 'flag' } },
  doctor: { params: {} },
  config: { params: {} },
  version: { params: {} },
  facets: { params: { line: 'text', everywhere: 'flag' } },
  recall: {
    params: {
      ...ON_LINE,
      query: 'text',
      type: 'text',
      tags: 'list',
      author: 'text',
      agent: 'text',
      trust: 'text',
      stale: 'flag',
      path: 'text',
      since: 'text',
      until: 'text',
      limit: 'number',
      all: 'flag',
      everywhere: 'flag',
      here: 'flag',
      history: 'flag',
      related: 'flag',
      explain: 'flag',
      quarantined: 'flag',
    },
  },
  list: { params: { ...ON_LINE, type: 'text', tags: 'list', last: 'number' } },
  show: { params: { ...ON_LINE, id: 'text', history: 'flag', code: 'flag' } },
  blame: { params: { id: 'text', line: 'text' } },
  log: { params: { id: 'text', max: 'number', patch: 'flag', line: 'text', everywhere: 'flag' } },
  stale: { params: { line: 'text', rev: 'text' } },
  graph: { params: { around: 'text', depth: 'number', line: 'text' } },
  prime: {
    params: {
      for: 'text',
      budget: 'number',
      type: 'list',
      tags: 'list',
      recent: 'number',
      at: 'text',
      explain: 'flag',
    },
  },
  lines: { params: { landed: 'flag' } },
  diff: { params: { range: 'text', stale: 'flag' } },
  resolve: { params: { id: 'text' } },
  'know/list': { params: { tags: 'list', feature: 'text', line: 'text' } },
  'know/show': { params: { article: 'text', line: 'text' } },
  inbox: { params: {} },
  review: { params: { all: 'flag' } },
  'journal/list': { params: { last: 'number', run: 'text', task: 'text' } },
  'journal/show': { params: { what: 'text' } },
  'sessions/list': { params: { limit: 'number', branch: 'text', agent: 'text' } },
  'sessions/show': { params: { session: 'text' } },
  'loop/list': { params: {} },
  'loop/status': { params: { loop: 'text' } },
  'loop/log': { params: { loop: 'text' } },
  'task/list': { params: {} },
} as const satisfies Record<string, Route>

/** `POST /api/<path>` with a JSON object. */
export const WRITES = {
  remember: {
    params: {
      content: 'text',
      type: 'text',
      tags: 'list',
      title: 'text',
      line: 'text',
      shared: 'flag',
      strict: 'flag',
      supersede: 'text',
      anchor: 'list',
      'no-anchors': 'flag',
      ...SECRETS,
    },
    oneOf: ['content'],
  },
  edit: {
    params: {
      id: 'text',
      content: 'text',
      type: 'text',
      tags: 'text',
      'add-tag': 'list',
      'remove-tag': 'list',
      title: 'text',
      anchor: 'list',
      reanchor: 'flag',
      ...SECRETS,
    },
    oneOf: ['content', 'type', 'tags', 'add-tag', 'remove-tag', 'title', 'anchor', 'reanchor'],
  },
  forget: { params: { ids: 'list' } },
  restore: { params: { id: 'text' } },
  revert: { params: { commits: 'list', line: 'text' } },
  link: { params: { from: 'text', to: 'text', rel: 'text', remove: 'flag' } },
  stale: { params: { fix: 'flag' }, oneOf: ['fix'] },
  resolve: {
    params: { id: 'text', keep: 'text', both: 'flag', 'merge-with': 'text' },
    oneOf: ['keep', 'both', 'merge-with'],
  },
  merge: { params: { line: 'text' } },
  land: { params: { branch: 'text', anyway: 'flag', 'dry-run': 'flag' }, oneOf: ['branch'] },
  rescue: { params: { line: 'text', ids: 'list', 'dry-run': 'flag' } },
  review: { params: { action: 'text', ids: 'list' }, oneOf: ['action'] },
  'inbox/approve': { params: { proposals: 'list' } },
  'inbox/edit': { params: { proposal: 'text', content: 'text' }, oneOf: ['content'] },
  'inbox/dismiss': { params: { proposals: 'list' } },
  'inbox/reopen': { params: { proposals: 'list' } },
  'know/add': {
    params: { title: 'text', content: 'text', tags: 'list', feature: 'text', line: 'text', ...SECRETS },
    oneOf: ['content'],
  },
  'know/edit': {
    params: { article: 'text', content: 'text', title: 'text', tags: 'text', feature: 'text', ...SECRETS },
    oneOf: ['content', 'title', 'tags', 'feature'],
  },
  'know/forget': { params: { articles: 'list' } },
  doctor: { params: { fix: 'flag' }, oneOf: ['fix'] },
  sync: { params: {} },
} as const satisfies Record<string, Route>

export type ReadPath = keyof typeof READS
export type WritePath = keyof typeof WRITES

/** The answer to whatever failed, with 400, 401, 403, 404, 405, 409, 413, 415, 429 or 500. */
export interface Failure {
  error: { code: string; message: string; hint?: string }
}

/** Beside what a write answers: the one that takes it back. */
export interface Undo {
  path: WritePath
  body: Record<string, unknown>
  /** For the button's label: `forgets it again`. */
  says: string
}

/** What a `changed` event names: `GET /api/events` streams them, as `event: changed` and a JSON object in `data:`. */
export const PARTS = [
  'lines',
  'journal',
  'branches',
  'inbox',
  'sessions',
  'loops',
  'review',
  'rendered',
] as const

export interface Changed {
  parts: (typeof PARTS)[number][]
}
