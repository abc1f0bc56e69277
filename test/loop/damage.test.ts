import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRepo } from '../../src/store/git/repo.js'
import { outputFile, readOutput } from '../../src/store/loop/loop-files.js'
import { land } from '../../src/verbs/land.js'
import { list } from '../../src/verbs/list.js'
import { loopRollback } from '../../src/verbs/loop/rollback.js'
import { uninstall } from '../../src/verbs/uninstall.js'
import { readTree } from '../store/loop/work-tree.js'
import { makeWorld, processesOf, sees, STEP } from './world.js'

describe('an agent that hangs', () => {
  it('is stopped with everything it started', async () => {
    const world = makeWorld()
    const script = `
      trap '' TERM INT
      sleep 300 & (trap '' TERM; sleep 300) & setsid sleep 300 &
      sleep 300`
    const state = await world.start(script, { agentTimeout: '1s', maxIterations: 1 })
    expect(state.iterations).toMatchObject([{ outcome: 'blocked', agent: { timedOut: true } }])
    expect(state.iterations[0]!.failure).toContain('the agent took too long')
    expect(processesOf(state.id)).toEqual([])
  })

  it('leaves nothing running when it ends by itself, and is not waited for', async () => {
    const world = makeWorld({ n: '2\n' })
    const began = Date.now()
    const state = await world.start(`${STEP}; sleep 300 & setsid sleep 300 > /dev/null 2>&1 &`)
    expect(state.status).toBe('success')
    expect(Date.now() - began).toBeLessThan(30_000)
    expect(processesOf(state.id)).toEqual([])
  })
})

describe('an agent that prints without end', () => {
  it('is heard, and a few megabytes of it are kept', async () => {
    const world = makeWorld({ n: '2\n' })
    const script = `${STEP}; echo begin; head -c 100000000 /dev/zero | tr '\\0' 'x'; echo; echo '<memory>said at last</memory>'`
    const state = await world.start(script)
    const repo = await openRepo(world.env)
    expect(state).toMatchObject({ status: 'success', iterations: [{ learnt: ['said at last'] }] })
    expect(state.iterations[0]!.agent.bytes).toBeGreaterThan(100_000_000)
    expect(statSync(outputFile(repo, state.id, 1, 'agent')).size).toBeLessThan(5_000_000)
    const kept = readOutput(repo, state.id, 1, 'agent')
    expect(kept).toMatch(/^n is 3\nbegin\n/)
    expect(kept).toContain('bytes left out')
  })
})

describe('an agent that damages things', () => {
  it('may delete what is rendered and edit files outside: the loop goes on, and rolling back concerns the work tree', async () => {
    const world = makeWorld()
    const outside = join(world.repo.dir, '../outside-of-it')
    const before = readTree(world.repo.dir)
    const state = await world.start(
      `${STEP}; rm -rf .agent; echo x > '${outside}'; echo '<memory>m</memory>'; echo new > new`,
    )
    expect(state.status).toBe('success')
    expect(existsSync(join(world.repo.dir, '.agent/memories.md'))).toBe(true)
    const { files } = await loopRollback(world.env, { iteration: 1 })
    expect(files).toEqual(['n', 'new'])
    expect(readTree(world.repo.dir, (path) => path === '.agent')).toEqual(before)
    expect(readFileSync(outside, 'utf8')).toBe('x\n')
    rmSync(outside)
  })

  it('may delete the state of the loop itself', async () => {
    const world = makeWorld()
    // The loop writes there meanwhile, which rm may find and complain of.
    const state = await world.start(`${STEP}; rm -rf .git/ralph || :`)
    expect(state.status).toBe('success')
    expect(world.journal()).toEqual(['1 retried', '2 retried', '3 done'])
  })
})

describe('rolling back', () => {
  it('can be undone, and undone again', async () => {
    const world = makeWorld()
    await world.start(STEP)
    const n = (): string => readFileSync(join(world.repo.dir, 'n'), 'utf8')
    expect((await loopRollback(world.env, { iteration: 2 })).to).toBe('before iteration 2')
    expect(n()).toBe('1\n')
    await loopRollback(world.env, { undo: true })
    expect(n()).toBe('3\n')
    await loopRollback(world.env, { undo: true })
    expect(n()).toBe('1\n')
  })

  it('leaves commits alone, and says that there are some', async () => {
    const world = makeWorld()
    const head = world.repo.git('rev-parse', 'HEAD').trim()
    await world.start(`${STEP}; git commit -qam "n is $(cat n)"`)
    const { headThen } = await loopRollback(world.env, { iteration: 1 })
    expect(headThen).toBe(head)
    expect(world.repo.git('rev-list', '--count', 'HEAD').trim()).toBe('4')
  })

  it('is over once git-ralph is uninstalled: nothing of a loop stays but the journal and memories', async () => {
    const world = makeWorld({ n: '2\n' })
    await world.start(STEP)
    expect(world.repo.git('for-each-ref', 'refs/ralph-snapshots')).not.toBe('')
    expect((await uninstall(world.env)).done).toContain('remove the snapshot of loops')
    expect(world.repo.git('for-each-ref', 'refs/ralph-snapshots')).toBe('')
    expect(existsSync(join(world.repo.dir, '.git/ralph'))).toBe(false)
  })

  it('is refused where there is no such iteration', async () => {
    const world = makeWorld({ n: '2\n' })
    await world.start(STEP)
    await expect(loopRollback(world.env, { iteration: 7 })).rejects.toThrow(/no snapshot/)
    await expect(loopRollback(world.env, { undo: true })).rejects.toThrow(/never rolled back/)
  })
})

describe('a work tree of its own', () => {
  it('is beside the first, on a branch of its own, with which its memory lands', async () => {
    const world = makeWorld({ n: '2\n' })
    const script = `${STEP}; git commit -qam 'n is 3'; echo '<memory>learnt beside</memory>'`
    const state = await world.start(script, { worktree: true })
    expect(state.status).toBe('success')
    expect(state.workTree).toBe(`${world.repo.dir}-loop-${state.id.slice(4)}`)
    expect(state.branch).toBe(`ralph/make-n-three-${state.id.slice(4)}`)
    expect(readFileSync(join(world.repo.dir, 'n'), 'utf8')).toBe('2\n')
    expect(readFileSync(join(state.workTree, 'n'), 'utf8')).toBe('3\n')
    const known = async (): Promise<string[]> => (await list(world.env)).memories.map(({ body }) => body)
    expect(await known()).toEqual([])
    world.repo.git('merge', '-q', state.branch!)
    await land(world.env)
    expect(await known()).toEqual(['learnt beside'])
    rmSync(state.workTree, { recursive: true })
  })

  it('is needed for a second loop while one runs', async () => {
    const world = makeWorld({ n: '2\n', '.gitignore': 'go\n' })
    const running = world.start(`echo ready; while [ ! -f go ]; do sleep 0.05; done; ${STEP}`)
    await sees(world, (one) => one.event === 'output' && one.text.includes('ready'))
    await expect(world.start(STEP)).rejects.toThrow(/run-\w+ is running in this work tree/)
    await expect(loopRollback(world.env, { iteration: 1 })).rejects.toThrow(/is running in this work tree/)
    const beside = await world.start(STEP, { worktree: true })
    expect(beside.status).toBe('success')
    world.repo.write('go', '')
    expect((await running).status).toBe('success')
    rmSync(beside.workTree, { recursive: true })
  })
})

describe('interrupting', () => {
  it('once ends the agent, asks, and keeps the answer in the journal', async () => {
    const world = makeWorld()
    const running = world.start(
      `echo ready; trap 'echo "<journal>half done</journal>"; exit 0' INT; while :; do sleep 0.1; done`,
      {
        feedback: 'look at n first',
      },
    )
    await sees(world, (one) => one.event === 'output' && one.text.includes('ready'))
    world.interrupt.raise(1, 'user')
    const state = await running
    expect(state).toMatchObject({
      status: 'stopped',
      reason: 'interrupted',
      iterations: [{ outcome: 'interrupted', results: [] }],
    })
    expect(world.journal()).toEqual(['1 interrupted'])
    const note = world.repo.git('notes', '--ref=ralph', 'show', 'HEAD')
    expect(note).toContain('half done')
    expect(note).toContain('The user said: look at n first')
    expect(processesOf(state.id)).toEqual([])
  })

  it('twice ends it now', async () => {
    const world = makeWorld()
    const running = world.start(`trap '' INT TERM; echo ready; while :; do sleep 0.1; done`, {
      feedback: 'not asked',
    })
    await sees(world, (one) => one.event === 'output' && one.text.includes('ready'))
    world.interrupt.raise(1, 'user')
    world.interrupt.raise(2, 'user')
    const state = await running
    expect(state).toMatchObject({ status: 'stopped', reason: 'interrupted' })
    expect(world.repo.git('notes', '--ref=ralph', 'show', 'HEAD')).not.toContain('not asked')
    expect(processesOf(state.id)).toEqual([])
  })
})
