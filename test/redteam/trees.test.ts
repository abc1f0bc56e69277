/** Trees as a hostile remote sends them. All of them are on one line at once: each is skipped, and the honest memories are all there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '../../src/memory/id.js'
import { doctor } from '../../src/verbs/doctor.js'
import { exportMemories } from '../../src/verbs/export.js'
import { list } from '../../src/verbs/list.js'
import { prime } from '../../src/verbs/prime.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { runBin } from '../helpers/bin.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'
import { commitTree, type RawEntry, readTree, writeBlob, writeTree } from './raw-trees.js'

const file = (id: string, rest = 'hostile text'): string => `---\nid: ${id}\ntype: fix\n---\n${rest}\n`
const id = (n: number): string => `mem-1700000000-${n.toString(16).padStart(4, '0')}`
const shardOf = (memory: string): string => pathOf(memory).split('/')[1]!

let repo: TestRepo
let env: TestEnv
let marker: string

/** Entries of `memories/`, by what is odd about them. */
const TOP: Record<
  string,
  (blob: string, tree: string, commit: string) => Omit<RawEntry, 'oid'> & { oid: string }
> = {
  'a name that leads out': (blob) => ({ mode: '100644', name: '..', oid: blob }),
  'a name that is here': (blob) => ({ mode: '100644', name: '.', oid: blob }),
  'a git directory': (_, tree) => ({ mode: '40000', name: '.git', oid: tree }),
  'a git directory in capitals': (_, tree) => ({ mode: '40000', name: '.GIT', oid: tree }),
  'a git directory of a Mac': (_, tree) => ({ mode: '40000', name: '.g\u200cit', oid: tree }),
  'a git directory of Windows': (_, tree) => ({ mode: '40000', name: 'git~1', oid: tree }),
  'an absolute name': (blob) => ({ mode: '100644', name: '/etc/passwd', oid: blob }),
  'a name with slashes out': (blob) => ({ mode: '100644', name: '../../../outside.md', oid: blob }),
  'a name with backslashes': (blob) => ({ mode: '100644', name: '..\\..\\outside.md', oid: blob }),
  'a drive': (blob) => ({ mode: '100644', name: 'C:\\outside.md', oid: blob }),
  'an empty name': (blob) => ({ mode: '100644', name: '', oid: blob }),
  'a name with a newline': (blob) => ({ mode: '100644', name: 'a\nb.md', oid: blob }),
  'a name with an escape': (blob) => ({
    mode: '100644',
    name: '\u001b[2J\u001b]0;owned\u0007.md',
    oid: blob,
  }),
  'a name with bytes that are no text': (blob) => ({
    mode: '100644',
    name: Buffer.from([0xff, 0xfe, 0x80, 0x2e, 0x6d, 0x64]),
    oid: blob,
  }),
  'a name with a reversal': (blob) => ({ mode: '100644', name: 'fi\u202excod.md', oid: blob }),
  'a very long name': (blob) => ({ mode: '100644', name: `${'x'.repeat(5000)}.md`, oid: blob }),
  'a name like an option': (blob) => ({ mode: '100644', name: '--upload-pack=touch owned', oid: blob }),
  'a name like a command': (blob) => ({ mode: '100644', name: '$(touch owned).md', oid: blob }),
  'a name like a key of objects': (_, tree) => ({ mode: '40000', name: '__proto__', oid: tree }),
  'a link': (blob) => ({ mode: '120000', name: 'aa', oid: blob }),
  'a submodule': (_, _tree, commit) => ({ mode: '160000', name: 'ab', oid: commit }),
  'a mode that is none': (blob) => ({ mode: '777', name: 'ac', oid: blob }),
  'a tree where a file is said to be': (_, tree) => ({ mode: '100644', name: 'ad.md', oid: tree }),
  'a file where a tree is said to be': (blob) => ({ mode: '40000', name: 'ae', oid: blob }),
  'a missing object': () => ({ mode: '100644', name: 'af.md', oid: '1'.repeat(40) }),
  'a shard in capitals': (_, tree) => ({ mode: '40000', name: 'FF', oid: tree }),
  'a shard of three letters': (_, tree) => ({ mode: '40000', name: 'fff', oid: tree }),
}

/** Files in the shard where they belong by their name, by what is odd about what they say. */
const FILES: Record<string, (memory: string) => { content: string | Buffer; mode?: string }> = {
  'nothing in it': () => ({ content: '' }),
  'no front matter': () => ({ content: 'just text' }),
  'front matter without end': (memory) => ({ content: `---\nid: ${memory}\ntype: fix\n` }),
  'another id': () => ({ content: file('mem-1700000000-zzzz') }),
  'an id with a carriage return': (memory) => ({ content: file(`"${memory}\\r"`) }),
  'an id with a newline': (memory) => ({ content: file(`"${memory}\\nx"`) }),
  'an id that is a path': () => ({ content: file('../../../etc/passwd') }),
  'an id that is a list': () => ({ content: file('[a, b]') }),
  'an id that is a number': () => ({ content: file('5') }),
  'no type': (memory) => ({ content: `---\nid: ${memory}\n---\ntext\n` }),
  'a type of its own': (memory) => ({ content: file(memory).replace('fix', 'order') }),
  'a type that is a map': (memory) => ({ content: file(memory).replace('fix', '{ a: b }') }),
  'no text': (memory) => ({ content: file(memory, '') }),
  'only signs nobody sees': (memory) => ({ content: file(memory, '\u200b\u202e\u0007') }),
  'bytes that are no text': () => ({ content: Buffer.from([0xff, 0xfe, 0x00, 0x01]) }),
  zeros: () => ({ content: Buffer.alloc(4096) }),
  'a megabyte': (memory) => ({ content: file(memory, 'x'.repeat(1 << 20)) }),
  'a bomb of aliases': (memory) => ({
    content: file(memory).replace(
      'type: fix',
      `type: fix\na: &a [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 8 }, (_, n) => `${'bcdefghij'[n]}: &${'bcdefghij'[n]} [${Array(9).fill(`*${'abcdefghi'[n]}`).join(', ')}]`).join('\n')}`,
    ),
  }),
  'an alias to itself': (memory) => ({ content: file(memory).replace('type: fix', 'type: fix\na: &a [*a]') }),
  'deep nesting': (memory) => ({
    content: file(memory).replace('type: fix', `type: fix\na: ${'['.repeat(3000)}`),
  }),
  'nesting that ends': (memory) => ({
    content: file(memory).replace('type: fix', `type: fix\na: ${'['.repeat(50)}${']'.repeat(50)}`),
  }),
  'too many values': (memory) => ({
    content: file(memory).replace('type: fix', `type: fix\na: [${Array(3000).fill('x').join(', ')}]`),
  }),
  'too much front matter': (memory) => ({
    content: file(memory).replace('type: fix', `type: fix\na: ${'y'.repeat(40_000)}`),
  }),
  'code as front matter': (memory) => ({
    content: file(memory).replace('---\nid', '---js\nrequire("fs").writeFileSync("owned", "")\nid'),
  }),
  'code as JSON': (memory) => ({ content: `---json\n{"id": "${memory}", "type": "fix"}\n---\ntext\n` }),
  'a function': (memory) => ({
    content: file(memory).replace('type: fix', 'type: fix\na: !!js/function "function () { return 1 }"'),
  }),
  'a regular expression': (memory) => ({
    content: file(memory).replace('type: fix', 'type: fix\na: !!js/regexp /a/'),
  }),
  'a type of Python': (memory) => ({
    content: file(memory).replace(
      'type: fix',
      'type: fix\na: !!python/object/apply:os.system ["touch owned"]',
    ),
  }),
  'two ids': (memory) => ({ content: file(memory).replace('type: fix', `id: ${memory}\ntype: fix`) }),
  'a link to a file': () => ({ content: '/etc/passwd', mode: '120000' }),
}

const MEMBERS = Object.keys(FILES)
const idOf = (name: string): string => id(MEMBERS.indexOf(name) + 1)

beforeAll(async () => {
  repo = makeRepo()
  env = repo.env()
  marker = join(repo.dir, 'owned')
  await remember(env, 'an honest memory about docker', { tags: ['docker'] })
  const blob = writeBlob(repo, file(id(0)))
  const shard = writeTree(repo, [{ mode: '100644', name: `${id(0)}.md`, oid: blob }])
  const commit = repo.git('rev-parse', 'HEAD').trim()
  const shards = new Map<string, RawEntry[]>()
  for (const entry of readTree(repo, 'refs/ralph-memory/main:memories'))
    shards.set(String(entry.name), readTree(repo, `refs/ralph-memory/main:memories/${String(entry.name)}`))
  for (const name of MEMBERS) {
    const memory = idOf(name)
    const { content, mode = '100644' } = FILES[name]!(memory)
    const entries = shards.get(shardOf(memory)) ?? []
    entries.push({ mode, name: `${memory}.md`, oid: writeBlob(repo, content) })
    shards.set(shardOf(memory), entries)
  }
  const members = [...shards].map(([name, entries]) => ({
    mode: '40000',
    name,
    oid: writeTree(repo, entries),
  }))
  const odd = Object.values(TOP).map((make) => make(blob, shard, commit))
  const memories = writeTree(repo, [
    ...members.filter(({ name }) => !odd.some((one) => one.name === name)),
    ...odd,
  ])
  commitTree(repo, writeTree(repo, [{ mode: '40000', name: 'memories', oid: memories }]))
})

describe('a line full of hostile entries', () => {
  it('tells the honest memory, and only that', async () => {
    const started = performance.now()
    expect((await list(env)).memories.map(({ body }) => body)).toEqual(['an honest memory about docker'])
    expect(performance.now() - started).toBeLessThan(5000)
    expect((await recall(env, 'docker')).hits).toHaveLength(1)
    expect((await recall(env, 'hostile text')).hits).toEqual([])
    expect((await prime(env)).memories).toHaveLength(1)
    expect((await exportMemories(env, {})).memories).toHaveLength(1)
    expect(existsSync(marker)).toBe(false)
  })

  it('can be written to', async () => {
    await remember(env, 'another honest one')
    expect((await list(env)).memories).toHaveLength(2)
    expect(readFileSync('/etc/passwd', 'utf8')).not.toContain('hostile')
  })

  it('prints nothing that drives a terminal', () => {
    for (const command of ['list', 'doctor', 'status', 'log', 'recall', 'lines'])
      // oxlint-disable-next-line no-control-regex
      expect(runBin([command], { cwd: repo.dir }).out + runBin([command], { cwd: repo.dir }).err).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/,
      )
  })

  it.each(MEMBERS)('names the file with %s', async (name) => {
    const { findings } = await doctor(env)
    const told = findings.filter(({ check, level }) => check === 'entries' && level === 'problem')
    expect(told.map(({ message }) => message).join('\n')).toContain(idOf(name))
  })

  it.each(Object.keys(TOP))('is not harmed by %s', async () => {
    expect((await list(env)).memories.every(({ body }) => body.includes('honest'))).toBe(true)
  })
})
