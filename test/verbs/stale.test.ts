import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Anchor } from '../../src/memory/memory.js'
import { diff } from '../../src/verbs/diff.js'
import { prime } from '../../src/verbs/prime.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { stale } from '../../src/verbs/stale.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

const FILE = [
  'import open',
  '',
  'export function connect() {',
  '  const port = 5432',
  '  open(port)',
  '}',
  '',
].join('\n')

let repo: TestRepo
let env: TestEnv
beforeEach(() => {
  repo = makeRepo({ 'src/db.ts': FILE, 'README.md': '# project\n' })
  env = repo.env()
})

async function anchorsOf(text: string, options = {}): Promise<Anchor[] | undefined> {
  return (await remember(env, text, options)).memory.anchors
}

async function states(options = {}): Promise<string[]> {
  return (await stale(env, options)).stale.map(({ state }) => state)
}

describe('remember', () => {
  it('anchors a memory in the lines that it was told', async () => {
    const [anchor] = (await anchorsOf('the port', { anchors: ['src/db.ts:4-5'] }))!
    expect(anchor).toMatchObject({ path: 'src/db.ts', lines: '4-5', symbol: 'connect' })
    expect(anchor!.blob).toBe(repo.git('rev-parse', 'HEAD:src/db.ts').trim())
  })

  it('anchors it in the files that its text cites, if they exist', async () => {
    expect(await anchorsOf('src/db.ts:4 and src/none.ts and README.md')).toMatchObject([
      { path: 'src/db.ts', lines: '4' },
      { path: 'README.md' },
    ])
    expect(await anchorsOf('again src/db.ts', { guess: false })).toBeUndefined()
    expect(await anchorsOf('lines it has not: src/db.ts:99')).toMatchObject([{ path: 'src/db.ts' }])
  })

  it('sees paths from where the user stands', async () => {
    mkdirSync(join(repo.dir, 'lib'))
    env = repo.env({ cwd: join(repo.dir, 'lib') })
    expect(await anchorsOf('up there', { anchors: ['../src/db.ts'] })).toMatchObject([{ path: 'src/db.ts' }])
  })

  it.each(['none.ts', '../outside.ts', '.git/config', 'src', 'link.ts', 'src/db.ts:99', '/etc/hostname'])(
    'refuses to anchor in %s',
    async (path) => {
      symlinkSync('/etc/hostname', join(repo.dir, 'link.ts'))
      await expect(remember(env, 'x', { anchors: [path] })).rejects.toThrow(/cannot anchor|has no line/)
    },
  )
})

describe('stale', () => {
  beforeEach(() => remember(env, 'the port stays', { anchors: ['src/db.ts:4'] }))

  it('says nothing while the code stays', async () => {
    repo.write('src/db.ts', FILE.replace('import open', 'import { open }'))
    expect(await stale(env)).toMatchObject({ stale: [], anchored: 1 })
  })

  it('finds lines that moved, and re-anchors them when asked', async () => {
    repo.write('src/db.ts', `// one\n${FILE}`)
    expect(await states()).toEqual(['moved'])
    expect(await stale(env, { fix: true })).toMatchObject({ stale: [], fixed: 1 })
    const { memory } = await show(env, (await recall(env, 'port')).hits[0]!.entry.memory.id)
    expect(memory.anchors).toMatchObject([{ path: 'src/db.ts', lines: '5' }])
    expect(await states()).toEqual([])
  })

  it('shows the change', async () => {
    repo.write('src/db.ts', FILE.replace('5432', '5433'))
    const [found] = (await stale(env)).stale
    expect(found!.state).toBe('changed')
    expect(found!.anchors[0]!.changes).toEqual([
      { kind: 'same', text: 'export function connect() {' },
      { kind: 'removed', text: '  const port = 5432' },
      { kind: 'added', text: '  const port = 5433' },
      { kind: 'same', text: '  open(port)' },
    ])
  })

  it.each([
    ['uncommitted', false],
    ['committed', true],
  ])('follows a file that was renamed twice, %s', async (_, committed) => {
    for (const [from, to] of [
      ['src/db.ts', 'src/pool.ts'],
      ['src/pool.ts', 'lib.ts'],
    ]) {
      repo.git('mv', from!, to!)
      if (committed) repo.commit(`move ${from}`)
    }
    const [found] = (await stale(env)).stale
    expect(found!.anchors[0]!.verdict).toEqual({ state: 'moved', path: 'lib.ts', lines: '4' })
    await stale(env, { fix: true })
    expect(await states()).toEqual([])
  })

  it('calls gone what was deleted', async () => {
    rmSync(join(repo.dir, 'src/db.ts'))
    expect(await states()).toEqual(['gone'])
    repo.commit('delete')
    expect(await states()).toEqual(['gone'])
  })

  it('judges by a revision when asked', async () => {
    repo.commit('edit', { 'src/db.ts': FILE.replace('5432', '5433') })
    expect(await states({ rev: 'HEAD' })).toEqual(['changed'])
    expect(await states({ rev: 'HEAD~1' })).toEqual([])
    await expect(stale(env, { rev: '--output=x' })).rejects.toThrow("'--output=x' is no commit")
  })

  it('keeps verdicts, and notices that a file is another one', async () => {
    repo.write('src/db.ts', FILE.replace('5432', '5433'))
    expect(await states()).toEqual(['changed'])
    expect(await states()).toEqual(['changed'])
    repo.write('src/new.ts', FILE)
    renameSync(join(repo.dir, 'src/new.ts'), join(repo.dir, 'src/db.ts'))
    expect(await states()).toEqual([])
  })

  it('works without git having the old text', async () => {
    repo.write('draft.ts', FILE)
    await remember(env, 'never committed', { anchors: ['draft.ts:4-5'] })
    repo.write('draft.ts', `// new\n// head\n${FILE.replace('import open', '')}`)
    expect(await states()).toEqual(['moved'])
    repo.write('draft.ts', FILE.replace('5432', '1'))
    expect(await states()).toEqual(['changed'])
  })
})

describe('what is stale', () => {
  beforeEach(async () => {
    await remember(env, 'the port is chosen in src/db.ts:4', { type: 'fix' })
    await remember(env, 'another port is chosen by hand', { type: 'fix' })
  })

  it('is found after what is not, and marked', async () => {
    expect((await recall(env, 'port chosen src/db.ts')).hits[0]).not.toHaveProperty('code')
    rmSync(join(repo.dir, 'src/db.ts'))
    const { hits, text } = await recall(env, 'port chosen', { explain: true, layer: 1 })
    expect(hits.map(({ code }) => code)).toEqual([undefined, 'gone'])
    expect(text).toContain('(code gone)')
    const { terms, priors } = hits[1]!.explain!
    const sum = [...terms, ...priors].reduce((all, { score }) => all + score, 0)
    expect(sum).toBeCloseTo(hits[1]!.score, 5)
    expect(priors.map(({ name }) => name)).toContain('code gone')
  })

  it.each([0, 500])('is marked in a briefing with a budget of %i', async (budget) => {
    rmSync(join(repo.dir, 'src/db.ts'))
    const { text } = await prime(env, { budget })
    expect(text).toContain('(check this first: its code has gone since: src/db.ts:4)')
  })

  it('is named by the diff of the branch that made it so', async () => {
    repo.git('checkout', '-q', '-b', 'feature')
    repo.commit('edit', { 'src/db.ts': FILE.replace('5432', '5433') })
    const { stale: made } = await diff(env, 'main...feature', { stale: true })
    expect(made!.map(({ memory }) => memory.body)).toEqual(['the port is chosen in src/db.ts:4'])
    expect((await diff(env, 'feature..main', { stale: true })).stale).toEqual([])
    expect(await diff(env, 'main...feature')).not.toHaveProperty('stale')
  })
})
