/** A secret is never stored or sent unless somebody says so, whichever way it comes in. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RalphError } from '../../src/errors.js'
import { pathOf } from '../../src/memory/id.js'
import { edit } from '../../src/verbs/edit.js'
import { importMemories } from '../../src/verbs/import.js'
import { ingest } from '../../src/verbs/ingest.js'
import { init } from '../../src/verbs/init.js'
import { journalAdd } from '../../src/verbs/journal-add.js'
import { rememberArticle } from '../../src/verbs/know/add.js'
import { editArticle } from '../../src/verbs/know/edit.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { status } from '../../src/verbs/status.js'
import { sync } from '../../src/verbs/sync.js'
import { findBytes } from '../helpers/bytes.js'
import { plant } from '../helpers/plant.js'
import { makeRepo, type TestEnv } from '../helpers/repo.js'
import { makeTeam } from '../helpers/team.js'
import { PLANTED } from '../memory/planted-secrets.js'

const SECRET = PLANTED['GitHub personal token']!
const WITH = `The deploy token is ${SECRET}`
const RUN = { run: 'run-1f2e3d4c', iteration: 1 }

async function refusal(work: Promise<unknown>): Promise<RalphError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(RalphError)
  expect((error as RalphError).code).toBe('secret-found')
  expect((error as RalphError).exitCode).toBe(3)
  expect(JSON.stringify([(error as RalphError).message, (error as RalphError).data])).not.toContain(SECRET)
  return error as RalphError
}

const bodies = async (env: TestEnv): Promise<string[]> =>
  (await list(env)).memories.map(({ body }) => body).toSorted()

describe('a secret in what is stored', () => {
  it.each<[string, (env: TestEnv, id: string) => Promise<unknown>]>([
    ['remember', (env) => remember(env, WITH)],
    ['remember --title', (env) => remember(env, 'harmless', { title: SECRET })],
    ['remember --tags', (env) => remember(env, 'harmless', { tags: [PLANTED['Databricks token']!] })],
    ['edit --content', (env, id) => edit(env, id, { content: WITH })],
    ['edit --title', (env, id) => edit(env, id, { title: SECRET })],
    ['know add', (env) => rememberArticle(env, { title: 'Deploying', tags: ['ci'], body: WITH })],
    [
      'know edit',
      async (env) => {
        await rememberArticle(env, { title: 'Deploying', tags: ['ci'], body: 'ask the team' })
        return editArticle(env, 'deploying', { content: WITH })
      },
    ],
    ['journal add', (env) => journalAdd(env, { ...RUN, notes: WITH })],
  ])('is refused by %s, and no object holds it', async (_, write) => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(env, 'harmless')
    const error = await refusal(write(env, memory.id))
    expect(error.message).toMatch(/(github|databricks) \(/)
    expect(error.hint).toContain('--redact')
    expect(findBytes(join(repo.dir, '.git'), SECRET)).toEqual([])
  })

  it('is skipped by import and ingest, which store the rest', async () => {
    const repo = makeRepo()
    const env = repo.env()
    repo.write('notes.md', `# Memories\n\n## Fixes\n\n> ${WITH}\n\n### other\n> restart the server\n`)
    const imported = await importMemories(env, ['notes.md'])
    expect(imported.warnings.join()).toContain('looks like it holds a secret')
    const ingested = await ingest(
      env,
      `<memory type="fix">${WITH}</memory>\n<memory type="fix">run make first</memory>\n<journal>${WITH}</journal>`,
      RUN,
    )
    expect(ingested.skipped.map(({ reason }) => reason).join()).toContain('looks like it holds a secret')
    expect(await bodies(env)).toEqual(['restart the server', 'run make first'])
    expect(ingested.journal!.entry.notes).toContain('[redacted: github]')
    rmSync(join(repo.dir, 'notes.md'))
    expect(findBytes(join(repo.dir, '.git'), SECRET)).toEqual([])
  })

  it('is replaced with --redact', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(env, WITH, { redact: true })
    expect(memory.body).toBe('The deploy token is [redacted: github]')
    await rememberArticle(env, { title: 'Deploying', tags: ['ci'], body: WITH }, { redact: true })
    await journalAdd(env, { ...RUN, notes: WITH, redact: true })
    expect(findBytes(join(repo.dir, '.git'), SECRET)).toEqual([])
  })

  it('is stored with --allow-secret, together with the reason', async () => {
    const env = makeRepo().env()
    const { memory } = await remember(env, WITH, { allowSecret: 'a sandbox key' })
    expect((await show(env, memory.id)).memory).toMatchObject({
      body: WITH,
      extra: { allow_secret: 'a sandbox key' },
    })
    await edit(env, memory.id, { addTags: ['ci'] })
    await expect(remember(env, `${WITH}!`, { allowSecret: ' ' })).rejects.toThrow('needs a reason')
  })

  it('is kept in the rendered file and out of git when it is written there by hand', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await init(env)
    const { memory } = await remember(env, 'ask the team', { type: 'fix' })
    const path = join(repo.dir, '.agent/memories.md')
    const edited = readFileSync(path, 'utf8')
      .replace('> ask the team', `> ask the team, or use ${SECRET}`)
      .replace('## Context', `## Context\n\n> ${WITH}\n> second line\n\n> a harmless one`)
    rmSync(path)
    writeFileSync(path, edited)
    const { warnings } = await status(env)
    expect(warnings.join('\n')).toContain('not stored: looks like a secret, github')
    expect(warnings.join('\n')).not.toContain(SECRET)
    expect(await bodies(env)).toEqual(['a harmless one', 'ask the team'])
    const file = readFileSync(path, 'utf8')
    expect(file).toContain(`> ask the team, or use ${SECRET}`)
    expect(file).toContain(`> ${WITH}\n> second line`)
    expect(file.split('> a harmless one')).toHaveLength(2)
    await remember(env, 'one more')
    expect(readFileSync(path, 'utf8')).toContain(`> ${WITH}\n> second line`)
    expect(await bodies(env)).toEqual(['a harmless one', 'ask the team', 'one more'])
    expect((await show(env, memory.id)).memory.body).toBe('ask the team')
    expect(repo.git('cat-file', '--batch', '--batch-all-objects')).not.toContain(SECRET)
  })

  it('does not get in the way of other edits when it came with a pull', async () => {
    const { ada, bob } = makeTeam()
    const { memory } = await remember(ada.me, WITH, { allowSecret: 'known to all' })
    await sync(ada.me)
    await sync(bob.me)
    expect((await edit(bob.me, memory.id, { addTags: ['ci'] })).memory.tags).toEqual(['ci'])
  })
})

describe('what is marked private', () => {
  it('is cut before anything is stored', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const said = 'Use the proxy <private>behind marie-curie.internal</private> for fetching'
    expect((await remember(env, said)).memory.body).toBe('Use the proxy  for fetching')
    expect((await remember(env, 'Never closed <PRIVATE>marie-curie.internal')).memory.body).toBe(
      'Never closed',
    )
    await rememberArticle(env, { title: 'Proxy', tags: ['net'], body: said })
    await journalAdd(env, { ...RUN, notes: said })
    await ingest(env, `<memory>${said} again</memory>`)
    await expect(remember(env, '<private>all of it</private>')).rejects.toThrow('all of it is private')
    expect(findBytes(join(repo.dir, '.git'), 'marie-curie')).toEqual([])
  })
})

describe('a push', () => {
  it('does not send a secret that nobody allowed, and sends the other lines', async () => {
    const { ada, hub } = makeTeam()
    await remember(ada.me, 'harmless')
    ada.git('switch', '-qc', 'feature')
    const { memory } = await remember(ada.me, 'about to change')
    // As an older version, or another tool, would have written it.
    const path = pathOf(memory.id)
    const content = ada.git('show', `refs/ralph-memory/feature:${path}`).replace('about to change', WITH)
    plant(ada, [{ path, content }], 'feature')
    const answer = await sync(ada.me)
    expect(answer.pushed).toMatchObject([
      { branch: 'main', outcome: 'pushed' },
      { branch: 'feature', outcome: 'withheld' },
    ])
    expect(answer.pushed[1]!.reason).toContain(`'${memory.id}' looks like it holds a secret: github`)
    expect(findBytes(hub.dir, SECRET)).toEqual([])
    // A later version without it does not help: history travels too.
    await edit(ada.me, memory.id, { content: 'now without' })
    expect((await sync(ada.me)).pushed).toMatchObject([{ outcome: 'withheld' }])
    await edit(ada.me, memory.id, { content: WITH, allowSecret: 'revoked long ago' })
    expect((await sync(ada.me)).pushed).toMatchObject([{ outcome: 'pushed' }])
    expect(findBytes(hub.dir, SECRET)).not.toEqual([])
  })
})

describe('a pull', () => {
  it('says which memory holds a secret, once', async () => {
    const { ada, bob } = makeTeam()
    const { memory } = await remember(ada.me, WITH, { allowSecret: 'known to all' })
    await sync(ada.me)
    const { warnings } = await sync(bob.me)
    expect(warnings.join()).toContain(`'${memory.id}' from origin looks like it holds a secret: github`)
    expect(warnings.join()).not.toContain(SECRET)
    expect((await sync(bob.me)).warnings).toEqual([])
  })
})
