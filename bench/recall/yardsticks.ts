/**
 * What others would do: their whole index on disk, loaded by a fresh process that answers one question. lunr and MiniSearch load their
 * own serialised index with JSON.parse; SQLite FTS5 is asked by the sqlite3 command, which starts faster than Node; git grep reads the line.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lunr from 'lunr'
import MiniSearch from 'minisearch'
import type { Memory } from '../../src/memory/memory.js'
import { QUESTIONS } from './corpus.js'
import type { Contestant } from './measure.js'

declare const ROOT: string

const questionOf = (n: number): string => QUESTIONS[n % QUESTIONS.length]!

export function makeLunr(dir: string, memories: readonly Memory[]): Contestant {
  const index = lunr(function () {
    this.ref('id')
    this.field('body')
    for (const memory of memories) this.add(memory)
  })
  const file = join(dir, 'lunr.json')
  writeFileSync(file, JSON.stringify(index))
  const script = `const lunr = require(${JSON.stringify(join(ROOT, 'node_modules/lunr'))})
    const index = lunr.Index.load(JSON.parse(require('fs').readFileSync(${JSON.stringify(file)}, 'utf8')))
    console.log(index.search(process.argv[1]).slice(0, 10).map(({ ref, score }) => ref + ' ' + score).join('\\n'))`
  return {
    name: 'lunr, its own index loaded whole',
    command: process.execPath,
    args: (n) => ['-e', script, questionOf(n)],
  }
}

export function makeMiniSearch(dir: string, memories: readonly Memory[]): Contestant {
  const index = new MiniSearch<Memory>({ fields: ['body'] })
  index.addAll(memories)
  const file = join(dir, 'minisearch.json')
  writeFileSync(file, JSON.stringify(index))
  const script = `const MiniSearch = require(${JSON.stringify(join(ROOT, 'node_modules/minisearch/dist/cjs/index.cjs'))})
    const text = require('fs').readFileSync(${JSON.stringify(file)}, 'utf8')
    const index = MiniSearch.loadJSON(text, { fields: ['body'] })
    console.log(index.search(process.argv[1]).slice(0, 10).map(({ id, score }) => id + ' ' + score).join('\\n'))`
  return {
    name: 'MiniSearch, loaded whole',
    command: process.execPath,
    args: (n) => ['-e', script, questionOf(n)],
  }
}

/** Undefined where there is no sqlite3 command. */
export function makeFts5(dir: string, memories: readonly Memory[]): Contestant | undefined {
  const file = join(dir, 'fts5.db')
  const input = [
    "create virtual table notes using fts5(id unindexed, body, tokenize='porter unicode61');\nbegin;\n",
    ...memories.map(({ id, body }) => `insert into notes values (${quote(id)}, ${quote(body)});\n`),
    'commit;\n',
  ].join('')
  if (spawnSync('sqlite3', [file], { input }).status !== 0) return undefined
  const sqlOf = (question: string): string => {
    const words = question.split(' ').filter((word) => word.length > 2)
    const query = words.map((word) => `"${word}"`).join(' OR ')
    return `select id, rank, body from notes where notes match ${quote(query)} order by rank limit 10`
  }
  return {
    name: 'SQLite FTS5, the sqlite3 command',
    command: 'sqlite3',
    args: (n) => [file, sqlOf(questionOf(n))],
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const gitGrep: Contestant = {
  name: 'git grep over the line',
  mayFindNothing: true,
  command: 'git',
  args: (n) => [
    'grep',
    '-i',
    '-l',
    ...questionOf(n)
      .split(' ')
      .flatMap((word) => ['-e', word, '--and'])
      .slice(0, -1),
    'refs/ralph-memory/main',
  ],
}
