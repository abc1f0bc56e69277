import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drain } from '../../../src/verbs/sessions/drain.js'
import { lastSession } from '../../../src/verbs/sessions/last-session.js'
import { listSessions } from '../../../src/verbs/sessions/list.js'
import { showSession } from '../../../src/verbs/sessions/show.js'
import { makeAgent } from '../../helpers/agent.js'
import { makeDir, makeRepo, repoAt, type TestRepo } from '../../helpers/repo.js'

const inRalph = (repo: TestRepo, ...path: string[]): string => join(repo.dir, '.git/ralph', ...path)
const namesIn = (dir: string): string[] => {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

describe('drain', () => {
  it('puts away a session that has ended, and leaves one that goes on', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const [ended, open] = [makeAgent(env, 'ended'), makeAgent(env, 'open')]
    ended.start()
    ended.asks('mend the parser')
    open.asks('something else')
    ended.ends()
    expect(await drain(env)).toMatchObject({ sessions: 1, observations: 3, skipped: 0 })
    expect(namesIn(inRalph(repo, 'spool'))).toEqual(['open.jsonl'])
    expect(await drain(env)).toMatchObject({ sessions: 0, observations: 0 })
    const [part] = namesIn(inRalph(repo, 'sessions/parts'))
    const lines = gunzipSync(readFileSync(inRalph(repo, 'sessions/parts', part!))).toString('utf8')
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { event: string }).event),
    ).toEqual(['session-start', 'prompt', 'session-end'])
  })

  it('puts away a session that nothing was heard of for long', async () => {
    const repo = makeRepo()
    const env = repo.env()
    makeAgent(env).asks('and then the agent was killed')
    expect(await drain(env)).toMatchObject({ sessions: 0 })
    expect(await drain({ ...env, now: () => new Date(Date.now() + 3_600_000) })).toMatchObject({
      sessions: 1,
    })
  })

  it('goes on with a resumed session', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const agent = makeAgent(env)
    agent.asks('one')
    agent.ends()
    await drain(env)
    agent.asks('two')
    const shown = await showSession(env)
    expect(shown!.session).toMatchObject({ asked: ['one', 'two'] })
    expect(shown!.session.end).toBeUndefined()
    agent.ends()
    await drain(env)
    expect((await listSessions(env)).sessions).toMatchObject([
      { session: 'session-1', asked: ['one', 'two'] },
    ])
    expect((await showSession(env))!.session.end).toBeDefined()
  })

  it('makes one part of many, and loses nothing', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const agent = makeAgent(env)
    for (let i = 0; i < 6; i++) {
      agent.asks(`question ${i}`)
      await drain(env, { all: true })
    }
    expect(namesIn(inRalph(repo, 'sessions/parts'))).toHaveLength(6)
    agent.ends()
    await drain(env)
    expect(namesIn(inRalph(repo, 'sessions/parts'))).toHaveLength(1)
    expect((await showSession(env))!.observations).toHaveLength(7)
  })

  it('skips torn lines, what is no JSON, and what is not ours, and says how many', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const agent = makeAgent(env)
    agent.asks('before')
    const spool = inRalph(repo, 'spool/session-1.jsonl')
    const hostile = [
      '{"id":"a","type":"note","at":"2025-01-21T10:00:00Z","event":"prom',
      'null',
      '[]',
      '{"__proto__":{"type":"note"}}',
      `{"id":"../../x","type":"note","at":"2025-01-21T10:00:00Z","event":"prompt","session":"s","agent":"a"}`,
      `{"id":"b","type":"note","at":"never","event":"prompt","session":"s","agent":"a"}`,
      `{"id":"c","type":"note","at":"2025-01-21T10:00:00Z","event":"prompt","session":"s","agent":"a","files":[1]}`,
      'x'.repeat(300_000),
      '\u0000\u0000\u0000',
    ]
    appendFileSync(spool, hostile.map((line) => `\n${line}\n`).join(''))
    appendFileSync(spool, '{"torn": tr')
    agent.asks('after')
    mkdirSync(inRalph(repo, 'spool/directory.jsonl'))
    writeFileSync(inRalph(repo, 'spool/.hidden'), 'x')
    writeFileSync(inRalph(repo, 'spool/foreign.txt'), 'x')
    const drained = await drain(env, { all: true })
    expect(drained).toMatchObject({ observations: 2, skipped: hostile.length + 1 })
    expect((await showSession(env))!.session.asked).toEqual(['before', 'after'])
    expect(namesIn(inRalph(repo, 'spool')).toSorted()).toEqual(['.hidden', 'directory.jsonl', 'foreign.txt'])
  })

  it('survives damaged parts and summaries', async () => {
    const repo = makeRepo()
    const env = repo.env()
    for (const session of ['one', 'two']) {
      makeAgent(env, session).asks(`from ${session}`)
      makeAgent(env, session).ends()
    }
    await drain(env)
    const [first] = namesIn(inRalph(repo, 'sessions/parts')).filter((name) => name.startsWith('one.'))
    writeFileSync(inRalph(repo, 'sessions/parts', first!), 'not gzip')
    writeFileSync(inRalph(repo, 'sessions/summaries.jsonl'), '{"v":1,\nnull\n')
    expect((await listSessions(env)).sessions.map(({ session }) => session)).toEqual(['two'])
  })

  it('is the same store in every worktree', async () => {
    const repo = makeRepo()
    const other = repoAt(join(makeDir(), 'wt'))
    repo.git('worktree', 'add', '-q', '-b', 'topic', other.dir)
    const agent = makeAgent(other.env())
    agent.asks('asked in the other worktree')
    agent.ends()
    expect((await listSessions(repo.env())).sessions).toMatchObject([
      { session: 'session-1', branch: 'topic' },
    ])
  })
})

describe('last session', () => {
  it('is one of the same branch first, and never the one that asks', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const make = (session: string): void => {
      makeAgent(env, session).asks(`asked in ${session}`)
      makeAgent(env, session).ends()
    }
    make('on-main')
    repo.git('checkout', '-q', '-b', 'topic')
    make('on-topic')
    await drain(env)
    expect(await lastSession(env)).toMatchObject({ session: 'on-topic', text: 'Asked: asked in on-topic' })
    expect(await lastSession(env, { except: 'on-topic' })).toMatchObject({ session: 'on-main' })
    repo.git('checkout', '-q', 'main')
    expect(await lastSession(env)).toMatchObject({ session: 'on-main' })
  })

  it('is nothing where there was none', async () => {
    expect(await lastSession(makeRepo().env())).toBeUndefined()
  })
})
