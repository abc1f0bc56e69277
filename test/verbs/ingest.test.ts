import { describe, expect, it } from 'vitest'
import { parseJournal } from '../../src/memory/journal-note.js'
import { forget } from '../../src/verbs/forget.js'
import { ingest } from '../../src/verbs/ingest.js'
import { listArticles } from '../../src/verbs/know/list.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { makeRepo } from '../helpers/repo.js'

const LINE = 'refs/ralph-memory/main'
const OUTPUT = `Done.
<journal>
HashMap is enough.
</journal>
<knowledge tags="Cargo, bench" title="Cargo bench requires nightly">
Use rustup run nightly.
</knowledge>
<memory type="fix" tags="docker">ECONNREFUSED: start docker</memory>
<memory type="decision">Zod over Yup</memory>
<task-failed>t-abc123</task-failed>
`
const RUN = { run: 'run-1f2e3d4c', iteration: 3, task: 't-abc123' }

describe('ingest', () => {
  it('stores everything as one commit and one note', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memories, articles, journal, skipped } = await ingest(env, OUTPUT, { ...RUN, model: 'opus' })
    expect(memories.map(({ outcome, memory }) => [outcome, memory.type, memory.tags])).toEqual([
      ['stored', 'fix', ['docker']],
      ['stored', 'decision', []],
    ])
    expect(articles).toMatchObject([{ outcome: 'stored', slug: 'cargo-bench-requires-nightly' }])
    expect(skipped).toEqual([])
    expect(repo.git('log', '--format=%s%n%(trailers:key=Ralph-Task)', LINE).trim()).toBe(
      'ingest 2 memories and 1 article of run-1f2e3d4c iteration 3\nRalph-Task: t-abc123',
    )
    expect(repo.git('rev-list', '--count', 'refs/notes/ralph').trim()).toBe('1')
    const [entry] = parseJournal(repo.git('notes', '--ref=ralph', 'show', 'HEAD'))
    expect(entry).toEqual(journal!.entry)
    expect(entry).toMatchObject({ ...RUN, outcome: 'failed', model: 'opus', notes: 'HashMap is enough.' })
    repo.git('fsck', '--strict')
  })

  it('stores the same output once', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await ingest(env, OUTPUT, RUN)
    const tips = repo.git('for-each-ref', 'refs/ralph-memory', 'refs/notes')
    env.tick(100)
    expect(await ingest(env, OUTPUT.replaceAll('\n', '\r\n'), RUN)).toMatchObject({
      memories: [],
      articles: [],
      journal: { outcome: 'known' },
    })
    repo.commit('the code goes on', { 'a.txt': 'a' })
    await forget(env, [(await list(env)).memories[0]!.id])
    await ingest(env, OUTPUT, RUN)
    expect((await list(env)).memories).toHaveLength(1)
    expect(repo.git('for-each-ref', 'refs/notes')).toBe(
      tips.split('\n').find((ref) => ref.includes('notes'))! + '\n',
    )
  })

  it('goes on where it was interrupted between commit and note', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await ingest(env, OUTPUT, RUN)
    const tip = repo.git('rev-parse', LINE)
    repo.git('update-ref', '-d', 'refs/notes/ralph')
    expect(await ingest(env, OUTPUT, RUN)).toMatchObject({
      memories: [{ outcome: 'known' }, { outcome: 'known' }],
      articles: [{ outcome: 'known' }],
      journal: { outcome: 'stored' },
    })
    expect(repo.git('rev-parse', LINE)).toBe(tip)
  })

  it('merges with what is known', async () => {
    const env = makeRepo().env()
    const { memory } = await remember(env, 'econnrefused: start docker.', { type: 'fix', tags: ['db'] })
    await ingest(env, '<knowledge tags="bench,cargo" title="cargo bench">old</knowledge>')
    const { memories, articles } = await ingest(env, OUTPUT, RUN)
    expect(memories[0]).toMatchObject({
      outcome: 'updated',
      memory: { id: memory.id, tags: ['db', 'docker'] },
    })
    expect(articles).toMatchObject([{ outcome: 'updated', slug: 'cargo-bench' }])
    expect((await listArticles(env)).entries).toMatchObject([
      { article: { body: 'Use rustup run nightly.' } },
    ])
  })

  it('stores once what one output says twice', async () => {
    const env = makeRepo().env()
    const { memories } = await ingest(env, '<memory tags="a">same</memory><memory tags="b">Same.</memory>')
    expect(memories).toMatchObject([{ outcome: 'stored', memory: { tags: ['a', 'b'] } }])
    expect((await list(env)).memories).toMatchObject([{ tags: ['a', 'b'] }])
  })

  it('says what is skipped, and why', async () => {
    const repo = makeRepo()
    const output = `<knowledge title="t">x</knowledge>
<knowledge tags="a">x</knowledge>
<knowledge tags="a" title="t"> </knowledge>
<memory type="idea">x</memory>
<memory>${'x'.repeat(70_000)}</memory>
<journal>y</journal>`
    const { skipped } = await ingest(repo.env(), output)
    expect(skipped).toEqual([
      { kind: 'knowledge', line: 1, reason: 'no tags' },
      { kind: 'knowledge', line: 2, reason: 'no title' },
      { kind: 'knowledge', line: 3, reason: 'empty body' },
      { kind: 'memory', line: 4, reason: "unknown type 'idea': types are pattern, decision, fix, context" },
      { kind: 'memory', line: 5, reason: expect.stringContaining('70000 bytes') as string },
      { kind: 'journal', line: 6, reason: 'no run: name it with --run and --iteration' },
    ])
    expect(repo.git('for-each-ref', 'refs/ralph-memory', 'refs/notes')).toBe('')
  })

  it('records an iteration that said nothing', async () => {
    const repo = makeRepo()
    const { journal } = await ingest(repo.env(), 'nothing to keep', { ...RUN, outcome: 'blocked' })
    expect(journal).toMatchObject({ outcome: 'stored', entry: { outcome: 'blocked' } })
    expect(repo.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  })

  it('reads the events of Claude Code, with model, time and cost', async () => {
    const events = [
      { type: 'system', subtype: 'init', model: 'claude-opus-4' },
      { type: 'assistant', message: { content: [{ type: 'text', text: OUTPUT }] } },
      { type: 'result', result: OUTPUT, duration_ms: 1500, total_cost_usd: 0.25 },
    ]
    const text = events.map((event) => JSON.stringify(event)).join('\n')
    const { memories, journal } = await ingest(makeRepo().env(), text, { ...RUN, inputFormat: 'stream-json' })
    expect(memories).toHaveLength(2)
    expect(journal!.entry).toMatchObject({ model: 'claude-opus-4', durationSecs: 1.5, costUsd: 0.25 })
  })

  it('stores nothing when the run is ill-formed', async () => {
    const repo = makeRepo()
    await expect(ingest(repo.env(), OUTPUT, { ...RUN, run: 'mine' })).rejects.toMatchObject({
      code: 'bad-usage',
    })
    await expect(ingest(repo.env(), OUTPUT, { run: 'run-1f2e3d4c' })).rejects.toMatchObject({
      code: 'bad-usage',
    })
    expect(repo.git('for-each-ref', 'refs/ralph-memory', 'refs/notes')).toBe('')
  })
})
