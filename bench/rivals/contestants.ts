/** Who is compared: how each is filled with texts, stores one more, finds the ten best, and shows all it has. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Memory } from '../../src/memory/memory.js'
import { runRalph } from '../measure.js'
import { git, makeRepository } from '../recall/corpus.js'
import { findPackage, findRipgrep } from './install.js'
import { askServer, type Call, type Done, type Job, runCommand } from './jobs.js'

declare const ROOT: string

export interface Rival {
  name: string
  fill(dir: string, memories: readonly Memory[]): void
  run(dir: string, job: Job, text: string, weigh?: boolean): Promise<Done>
  /** Stores the texts one after the other, as one of several at a time. Answers how many were acknowledged. */
  write(dir: string, texts: readonly string[]): Promise<number>
  /** All texts, one way or another. */
  all(dir: string): Promise<string>
}

type Words = [string, ...string[]]
const BIN = join(ROOT, 'bin/git-ralph.cjs')
const NODE = process.execPath
const bodies = (memories: readonly Memory[]): string[] => memories.map(({ body }) => body)
const show = async (dir: string, ...words: Words): Promise<string> => (await runCommand(dir, words)).out

function byCommand(
  name: string,
  words: (job: Job, text: string) => Words,
  rest: Pick<Rival, 'fill' | 'all'>,
): Rival {
  const run: Rival['run'] = (dir, job, text, weigh) => runCommand(dir, words(job, text), weigh)
  const write: Rival['write'] = async (dir, texts) => {
    let done = 0
    for (const text of texts) {
      // What was refused was not acknowledged.
      await run(dir, 'store', text).then(
        () => done++,
        () => undefined,
      )
    }
    return done
  }
  return { name, run, write, ...rest }
}

function byServer(
  name: string,
  words: Words,
  call: (job: Job, text: string) => Call,
  rest: Pick<Rival, 'fill' | 'all'>,
  vars: (dir: string) => NodeJS.ProcessEnv = () => ({}),
): Rival {
  return {
    name,
    run: (dir, job, text) => askServer(dir, words, [call(job, text)], vars(dir)),
    write: async (dir, texts) =>
      (
        await askServer(
          dir,
          words,
          texts.map((text) => call('store', text)),
          vars(dir),
        )
      ).done,
    ...rest,
  }
}

const ralphStore = {
  fill(dir: string, memories: readonly Memory[]) {
    makeRepository(dir, memories)
    runRalph(dir, 'recall', 'anything')
  },
  all: (dir: string) => show(dir, 'git', 'grep', '-h', '-e', '', 'refs/ralph-memory/main'),
}
const ralph = byCommand(
  'git-ralph',
  (job, text) =>
    job === 'store'
      ? [NODE, BIN, 'remember', '--', text]
      : [NODE, BIN, 'recall', '--layer', '3', '--limit', '10', '--', text],
  ralphStore,
)
const ralphServer = byServer(
  'git-ralph, MCP server',
  [NODE, BIN, 'mcp'],
  (job, text) => (job === 'store' ? ['remember', { content: text }] : ['recall', { query: text, limit: 10 }]),
  ralphStore,
)

function memoryServer(): Rival | undefined {
  const at = findPackage('@modelcontextprotocol/server-memory', '2026.8.31')
  if (at === undefined) return undefined
  const entity = (text: string, name: string) => ({ name, entityType: 'memory', observations: [text] })
  return byServer(
    'MCP memory server',
    [NODE, join(at, 'dist/index.js')],
    (job, text) =>
      job === 'store'
        ? ['create_entities', { entities: [entity(text, text)] }]
        : ['search_nodes', { query: text }],
    {
      fill(dir, memories) {
        const lines = memories.map(({ id, body }) => JSON.stringify({ type: 'entity', ...entity(body, id) }))
        writeFileSync(join(dir, 'memory.jsonl'), lines.join('\n'))
      },
      all: (dir) => show(dir, 'cat', 'memory.jsonl'),
    },
    (dir) => ({ MEMORY_FILE_PATH: join(dir, 'memory.jsonl') }),
  )
}

function program(name: string, file: string, needs: string | undefined): Rival | undefined {
  if (needs === undefined) return undefined
  const words = (job: string, text = ''): Words => [
    NODE,
    join(ROOT, 'bench/rivals', file),
    needs,
    'store',
    job,
    text,
  ]
  return byCommand(name, words, {
    fill(dir, memories) {
      const [command, ...args] = words('seed')
      const { status, stderr } = spawnSync(command, args, {
        cwd: dir,
        input: JSON.stringify(bodies(memories)),
      })
      if (status !== 0) throw new Error(String(stderr))
    },
    all: (dir) => show(dir, ...words('all')),
  })
}

/** Texts by how many times they have a word of the question; `search` prints a file name and a colon for each time. */
const ranked = (search: string, print: string): string =>
  `set --; for w in $Q; do [ \${#w} -gt 2 ] && set -- "$@" -e "$w"; done; ${search} | cut -d: -f"$F" | sort | uniq -c | sort -rn | head -10 | while read -r _ f; do ${print}; done`
const shell = (script: string, text: string, field = '1'): Words => [
  'sh',
  '-c',
  `Q=$1; F=$2; ${script}`,
  'sh',
  text,
  field,
]

const notes = byCommand(
  'git notes, git grep',
  (job, text) =>
    job === 'store'
      ? shell(
          'o=$(printf %s "$Q" | git hash-object -w --stdin) && git notes --ref=memory add -C "$o" "$o"',
          text,
        )
      : shell(
          ranked('git grep -ioF "$@" refs/notes/memory', 'git cat-file blob "refs/notes/memory:$f"; echo'),
          text,
          '2',
        ),
  {
    fill(dir, memories) {
      makeRepository(dir, [])
      const texts = bodies(memories).map((text) => {
        const oid = createHash('sha1')
          .update(`blob ${Buffer.byteLength(text)}\0${text}`)
          .digest('hex')
        return `M 100644 inline ${oid.slice(0, 2)}/${oid.slice(2)}\ndata ${Buffer.byteLength(text)}\n${text}\n`
      })
      const head = 'commit refs/notes/memory\ncommitter B <b@example.com> 1700000000 +0000\ndata 1\nx\n'
      git(dir, ['fast-import', '--quiet'], [head, ...texts].join(''))
    },
    all: (dir) => show(dir, 'git', 'grep', '-h', '-e', '', 'refs/notes/memory'),
  },
)

function files(): Rival | undefined {
  const rg = findRipgrep()
  if (rg === undefined) return undefined
  return byCommand(
    'ripgrep, Markdown files',
    (job, text) =>
      job === 'store'
        ? shell('printf %s "$Q" > "notes/$(date +%s%N)-$$.md"', text)
        : shell(ranked(`'${rg}' -ioF --no-heading --no-line-number "$@" notes`, 'cat "$f"; echo'), text),
    {
      fill(dir, memories) {
        if (!existsSync(join(dir, 'notes'))) mkdirSync(join(dir, 'notes'))
        for (const { id, body } of memories) writeFileSync(join(dir, 'notes', `${id}.md`), body)
      },
      all: (dir) => show(dir, 'sh', '-c', 'find notes -type f -exec cat {} +'),
    },
  )
}

/** Those that can run here, and the names of those that can't. */
export function findRivals(): { rivals: Rival[]; absent: string[] } {
  const all: [string, Rival | undefined][] = [
    ['git-ralph', ralph],
    ['git-ralph, MCP server', ralphServer],
    ['MCP memory server', memoryServer()],
    [
      'SQLite FTS5',
      program('SQLite FTS5, better-sqlite3', 'fts5.cjs', findPackage('better-sqlite3', '12.11.1')),
    ],
    [
      'MiniSearch',
      program(
        'MiniSearch, a JSON file',
        'minisearch.cjs',
        join(ROOT, 'node_modules/minisearch/dist/cjs/index.cjs'),
      ),
    ],
    ['git notes', notes],
    ['ripgrep', files()],
  ]
  return {
    rivals: all.flatMap(([, rival]) => rival ?? []),
    absent: all.flatMap(([name, rival]) => (rival ? [] : [name])),
  }
}
