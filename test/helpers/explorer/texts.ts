/** What a team that builds a web shop might have learnt: sentences with gaps, so that any number of them differ. */
import type { MemoryType } from '../../../src/memory/memory.js'

export interface Text {
  type: MemoryType
  tags: string[]
  body: string
}

export const AREAS = ['auth', 'billing', 'queue', 'search', 'storage', 'http', 'mail', 'admin'] as const
export const PARTS = ['client', 'cache', 'schema', 'worker', 'retry', 'limits'] as const

const FIXES = [
  [
    'ECONNREFUSED on port {port} means {service} is not up yet. Fix: `docker compose up -d {service}`, then wait for its health check.',
    'docker',
    'setup',
  ],
  [
    '{fn} in {file} hung for ever when {service} closed the socket mid-answer. Fix: pass an AbortSignal of {ms} ms.',
    'timeouts',
  ],
  [
    'The test of {fn} was flaky: it shared the schema `{area}_test_{n}` with another worker. Fix: one schema per VITEST_POOL_ID.',
    'tests',
    'flaky',
  ],
  [
    'Deadlock {code} in {area}: two jobs locked the same rows in another order. Fix: sort the ids before `FOR UPDATE`.',
    'database',
    'postgres',
  ],
  [
    '{service} answered 429 after {n} requests a minute. Fix: {fn} backs off by the `Retry-After` header, not by a fixed pause.',
    'retries',
    'http',
  ],
  [
    '`{fn}` lost the last page when the total was a multiple of {n}. Fix: ask for one more than the page shows.',
    'paging',
  ],
  [
    'Times in {area} were off by an hour after the change to winter time. Fix: store UTC, show the zone of the account.\n\nSeen in `{file}`; the reports of October were made again.',
    'dates',
  ],
] as const
const DECISIONS = [
  [
    '{area} talks to {service} through `{file}` alone: its surprises are then handled once (case {n}).',
    'structure',
  ],
  [
    'Money in {area} is kept in whole cents as bigint. Floats lost {n} cents in a run of invoices.',
    'money',
    'database',
  ],
  [
    'We keep {service} behind a feature flag `{area}.{part}.v{n}` until a week without errors has passed.\n\n- off: nobody\n- canary: 5 %\n- on: all',
    'release',
  ],
  [
    'Jobs of {area} carry a key that makes them idempotent: {service} delivers at least once. Key: `{area}:{part}:{n}`.',
    'queue',
  ],
  [
    'No ORM in {area}: the {n} queries are plain SQL in `{file}`, checked against the schema in CI.',
    'database',
    'sql',
  ],
] as const
const PATTERNS = [
  [
    'In {area}, read everything first, decide in a pure function, write last. `{fn}` shows it in {n} lines.',
    'structure',
    'style',
  ],
  ['A handler of {area} answers 202 and puts work longer than {ms} ms on the queue.', 'http', 'queue'],
  [
    'Log `{area}.{part}` events with the request id; {service} finds them by it. Field number {n} is the tenant.',
    'logging',
  ],
  [
    'Migrations of {area} come in two releases: add `{part}_{n}`, fill it, and only then drop the old column.',
    'database',
    'release',
  ],
  [
    '{area} takes rows with a limit, inside the transaction:\n\n```ts\nawait {fn}(tx, { limit: {n} })\n```',
    'database',
    'style',
  ],
] as const
const CONTEXTS = [
  [
    '{service} of the staging cluster has {n} GB and is emptied each Sunday; {area} fills it again from fixtures.',
    'staging',
  ],
  ['The {area} team owns `{file}`; ask before changing what {fn} answers, {n} clients read it.', 'people'],
  ['Load test of {area}: {n} requests a second at a p95 of {ms} ms with {service} warm.', 'performance'],
  [
    'Customers of the plan "Team {n}" may have {area} in their own region: {service} runs there, too.',
    'product',
  ],
] as const

const SENTENCES: readonly [MemoryType, readonly (readonly string[])[]][] = [
  ['fix', FIXES],
  ['decision', DECISIONS],
  ['pattern', PATTERNS],
  ['context', CONTEXTS],
  ['fix', FIXES],
]
const SERVICES = [
  'postgres',
  'redis',
  'the mail gateway',
  'the payment provider',
  'the search cluster',
  'object storage',
]
const VERBS = ['load', 'store', 'send', 'merge', 'check', 'refresh', 'close']

/** The n-th text; `file` is the code that it speaks of. */
export function textOf(n: number, file: string): Text {
  const [area, name] = file.replace(/^src\/|\.ts$/g, '').split('/') as [string, string]
  const [type, sentences] = SENTENCES[n % SENTENCES.length]!
  const [sentence, ...tags] = sentences[Math.floor(n / SENTENCES.length) % sentences.length]!
  const gaps: Record<string, string> = {
    area,
    part: name,
    file,
    fn: `${VERBS[n % VERBS.length]!}${capital(area)}${capital(name)}`,
    service: SERVICES[(n >> 2) % SERVICES.length]!,
    port: String(5000 + (n % 900)),
    code: `40P${String(n % 100).padStart(2, '0')}`,
    ms: String(50 * (1 + (n % 60))),
    n: String(n + 3),
  }
  const body = sentence!.replace(/\{(\w+)\}/g, (_, gap: string) => gaps[gap] ?? '')
  return { type, tags: [area, ...tags], body }
}

export const ARTICLES = [
  {
    title: 'How a request travels',
    tags: ['http', 'structure'],
    body: 'From the load balancer to `src/http/client.ts`, through the limits, to a handler.\n\n1. The edge adds a request id.\n2. `src/http/limits.ts` counts.\n3. The handler answers, or queues.',
  },
  {
    title: 'Running the shop on a laptop',
    tags: ['setup', 'docker'],
    body: 'Start postgres and redis with `docker compose up -d`, then `npm run dev`.\n\nThe seeds need about a minute.',
  },
  {
    title: 'What an invoice is',
    tags: ['billing', 'money'],
    body: 'An invoice is never changed. A mistake is mended by a credit note that names it.',
  },
  {
    title: 'Releasing on a Friday',
    tags: ['release'],
    body: 'We do not, unless it mends what Thursday broke.',
  },
  {
    title: 'The queue and its promises',
    tags: ['queue', 'retries'],
    body: 'At least once, in no order, within a day. See [[How a request travels]].',
  },
] as const

/** A file of code with a function per part; each version differs from the one before in one of them. */
export function codeOf(path: string, version: number): string {
  const [area, part] = path.replace(/^src\/|\.ts$/g, '').split('/') as [string, string]
  const lines = VERBS.map((verb, i) => {
    const limit = 10 * (i + 1) + (version > 0 && i === version % VERBS.length ? version : 0)
    return `export async function ${verb}${capital(area)}${capital(part)}(tx: Transaction, limit = ${limit}) {\n  const rows = await tx.query('select * from ${area}_${part} order by id limit $1', [limit])\n  return rows.map((row) => ({ ...row, ${verb}ed: true }))\n}\n`
  })
  return `import type { Transaction } from '../database.js'\n\n${lines.join('\n')}`
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)
