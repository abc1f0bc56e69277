import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Proposal } from '../../../src/session/proposal.js'
import { approve } from '../../../src/verbs/inbox/approve.js'
import { dismiss } from '../../../src/verbs/inbox/dismiss.js'
import { editProposal } from '../../../src/verbs/inbox/edit.js'
import { listInbox } from '../../../src/verbs/inbox/list.js'
import { propose } from '../../../src/verbs/inbox/propose.js'
import { journalList } from '../../../src/verbs/journal-list.js'
import { list } from '../../../src/verbs/list.js'
import { remember } from '../../../src/verbs/remember.js'
import { drain } from '../../../src/verbs/sessions/drain.js'
import { listSessions } from '../../../src/verbs/sessions/list.js'
import { sync } from '../../../src/verbs/sync.js'
import { openRepo } from '../../../src/store/git/repo.js'
import { runSummarizer } from '../../../src/store/sessions/summarizer.js'
import { makeAgent } from '../../helpers/agent.js'
import { makeDir, makeRepo, type TestEnv } from '../../helpers/repo.js'
import { makeTeam } from '../../helpers/team.js'

const BODY = '`npm test` failed with: TypeError: x is undefined\nIt passed after a change of `src/a.ts`.'

const PROPOSAL: Proposal = {
  type: 'pattern',
  body: '',
  tags: [],
  why: 'x',
  source: { kind: 'loop', loop: 'l', iteration: 1 },
}

function mends(env: TestEnv, session: string): void {
  const agent = makeAgent(env, session)
  agent.asks('mend it')
  agent.runs('npm test', { error: 'Exit code 1\nTypeError: x is undefined' })
  agent.edits('src/a.ts')
  agent.runs('npm test')
  agent.ends()
}

describe('the inbox', () => {
  it('gets what a session may have taught, once, and nothing is remembered', async () => {
    const env = makeRepo().env()
    mends(env, 'one')
    expect(await drain(env)).toMatchObject({ proposed: 1 })
    mends(env, 'two')
    expect(await drain(env)).toMatchObject({ proposed: 0 })
    expect((await listInbox(env)).map(({ proposal }) => proposal)).toMatchObject([
      { type: 'fix', body: BODY, source: { kind: 'session', session: 'one' } },
    ])
    expect((await list(env)).memories).toEqual([])
  })

  it('makes a memory of what is approved, with its session', async () => {
    const repo = makeRepo()
    const env = repo.env()
    mends(env, 'one')
    await drain(env)
    expect((await approve(env, ['1'])).map(({ remembered }) => remembered.memory.body)).toEqual([BODY])
    expect(repo.git('log', '-1', '--format=%B', 'refs/ralph-memory/main')).toContain('Ralph-Session: one')
    expect(await listInbox(env)).toEqual([])
    mends(env, 'two')
    expect(await drain(env)).toMatchObject({ proposed: 0 })
  })

  it('does not propose again what was dismissed, nor what is known', async () => {
    const env = makeRepo().env()
    mends(env, 'one')
    const [waiting] = await listInbox(env)
    expect((await dismiss(env, [waiting!.id.slice(0, 6)])).map(({ id }) => id)).toEqual([waiting!.id])
    mends(env, 'two')
    expect(await listInbox(env)).toEqual([])
    const proposal = { ...PROPOSAL, type: 'fix' as const }
    await remember(env, 'known already')
    expect(
      await propose(env, [
        { ...proposal, body: 'Known already.' },
        { ...proposal, body: 'new' },
      ]),
    ).toEqual({ added: 1, left: 1 })
  })

  it('takes nearly the same for known, and the same error elsewhere for the same proposal', async () => {
    const env = makeRepo().env()
    const failed = (place: string): Proposal => ({
      ...PROPOSAL,
      body: `\`tsc\` failed with: src/a.ts${place}: error TS2322: type mismatch of port 5432`,
    })
    expect(await propose(env, [failed('(3,5)'), failed('(40,1)'), failed(':7:8')])).toEqual({
      added: 1,
      left: 2,
    })
    const other = { ...PROPOSAL, body: 'connections to port 6379 are refused until redis runs' }
    await remember(env, 'Connections to port 6379 are refused, until redis runs!')
    await remember(env, 'redis runs in docker')
    expect(await propose(env, [other])).toEqual({ added: 0, left: 1 })
    const another = { ...PROPOSAL, body: 'docker compose pulls the image of redis at each start' }
    expect(await propose(env, [another])).toEqual({ added: 1, left: 0 })
  })

  it('takes a better text, given or from the editor', async () => {
    const repo = makeRepo()
    const env = repo.env()
    mends(env, 'one')
    await drain(env)
    await editProposal(env, '1', 'check x before use')
    expect((await list(env)).memories.map(({ body, type }) => [type, body])).toEqual([
      ['fix', 'check x before use'],
    ])
    await propose(env, [{ ...PROPOSAL, body: 'draft' }])
    repo.git('config', 'core.editor', `sh -c 'echo "from the editor" > "$1"' -`)
    await editProposal({ ...env, vars: { ...env.vars, GIT_EDITOR: undefined } }, '1')
    expect((await list(env)).memories.map(({ body }) => body)).toContain('from the editor')
    expect(await listInbox(env)).toEqual([])
  })

  it('says what it does not have', async () => {
    const env = makeRepo().env()
    for (const name of ['1', 'abcdef', '0', ''])
      await expect(approve(env, [name])).rejects.toMatchObject({ code: 'proposal-not-found' })
    expect(await approve(env, ['all'])).toEqual([])
  })
})

describe('a summarizer', () => {
  function makeSummarized(command: string): TestEnv {
    const repo = makeRepo()
    repo.git('config', 'ralph.summarizer', command)
    const env = repo.env()
    makeAgent(env).asks('mend it <private>HIDDEN</private>')
    makeAgent(env).ends()
    return env
  }

  it('writes the summary, of what it is told on its standard input', async () => {
    const dir = makeDir()
    const env = makeSummarized(
      `cat > ${join(dir, 'input')}; echo "It was mended. <private>x</private>"; echo $RALPH_OBSERVE > ${join(dir, 'vars')}`,
    )
    await drain(env)
    expect((await listSessions(env)).sessions).toMatchObject([{ text: 'It was mended.', by: 'command' }])
    const input = readFileSync(join(dir, 'input'), 'utf8')
    expect(input).toContain('"text":"mend it "')
    expect(input).not.toContain('HIDDEN')
    // An agent that sums up is not observed itself.
    expect(readFileSync(join(dir, 'vars'), 'utf8')).toBe('false\n')
  })

  it.each(['exit 1', 'true', '/does/not/exist', 'kill -9 $$'])(
    'that fails leaves the rules’ summary: %s',
    async (command) => {
      const env = makeSummarized(command)
      await drain(env)
      expect((await listSessions(env)).sessions).toMatchObject([{ text: 'Asked: mend it', by: 'rules' }])
    },
  )

  it('has a time limit, after which it and all it started is ended', async () => {
    const repo = makeRepo()
    const mark = join(makeDir(), 'survived')
    const opened = await openRepo(repo.env())
    const command = `(sleep 2; touch ${mark}) & echo begun; sleep 600`
    expect(await runSummarizer(opened, command, 'x'.repeat(1e6), 100)).toBeUndefined()
    expect(existsSync(mark)).toBe(false)
    // More than anybody reads.
    expect(await runSummarizer(opened, 'yes', '', 60_000)).toBeUndefined()
  })

  it('is not taken from a file of the repository', async () => {
    const repo = makeRepo()
    const mark = join(makeDir(), 'ran')
    writeFileSync(
      join(repo.dir, 'ralph.yml'),
      `sessions:\n  summarizer: touch ${mark}\nsummarizer: touch ${mark}\n`,
    )
    const env = repo.env()
    makeAgent(env).asks('x')
    makeAgent(env).ends()
    await drain(env)
    expect(() => readFileSync(mark)).toThrow(/ENOENT/)
  })
})

describe('sharing sessions', () => {
  it('puts the summary into the journal, which others pull; what was observed stays here', async () => {
    const { ada, bob } = makeTeam()
    ada.git('config', 'ralph.shareSessions', 'true')
    makeAgent(ada.me, 'adas').asks('SHAREDWORD please')
    makeAgent(ada.me, 'adas').runs('cat notes', { result: 'LOCALWORD' })
    makeAgent(ada.me, 'adas').ends()
    await sync(ada.me)
    await sync(bob.me)
    const entries = (await journalList(bob.me)).map(({ entry }) => entry)
    expect(entries).toMatchObject([{ notes: 'Asked: SHAREDWORD please', session: 'adas', agent: 'claude' }])
    const objects = bob.git('cat-file', '--batch-all-objects', '--batch')
    expect(objects).toContain('SHAREDWORD')
    expect(objects).not.toContain('LOCALWORD')
    // However often: it is one entry.
    makeAgent(ada.me, 'adas').ends()
    await sync(ada.me)
    expect(await journalList(ada.me)).toHaveLength(1)
  })

  it('is off unless asked for', async () => {
    const { ada } = makeTeam()
    makeAgent(ada.me).asks('mine')
    makeAgent(ada.me).ends()
    await sync(ada.me)
    expect((await listSessions(ada.me)).total).toBe(1)
    expect(await journalList(ada.me)).toEqual([])
  })
})
