import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoopEvent } from '../../src/loop-rules/events.js'
import { openRepo } from '../../src/store/git/repo.js'
import { outputFile, readOutput } from '../../src/store/loop/loop-files.js'
import { list } from '../../src/verbs/list.js'
import { loopRollback } from '../../src/verbs/loop/rollback.js'
import { readTree } from '../store/loop/work-tree.js'
import { makeWorld, processesOf, type World } from './world.js'

const STEP = 'cat > /dev/null; echo $(($(cat n) + 1)) > n; echo "n is $(cat n)"'

const told = <Name extends LoopEvent['event']>(world: World, name: Name) =>
  world.events.filter((one): one is Extract<LoopEvent, { event: Name }> => one.event === name)

describe('an agent that succeeds at the third try', () => {
  it('is run three times, with what it learnt remembered and what was repaired proposed', async () => {
    const world = makeWorld()
    const script = `${STEP}
      echo '<memory type="fix" tags="n">n has to be larger</memory>'
      echo "<journal>made n $(cat n)</journal>"`
    const state = await world.start(script)
    expect(state).toMatchObject({
      status: 'success',
      reason: 'criteria-met',
      detail: 'success after 3 iterations',
    })
    expect(state.first).toMatchObject([{ passed: false, failing: 3 }])
    expect(state.iterations.map(({ outcome, verdict, files }) => [outcome, verdict, files])).toEqual([
      ['retried', 'better', ['n']],
      ['retried', 'better', ['n']],
      ['done', undefined, ['n']],
    ])
    expect(world.journal()).toEqual(['1 retried', '2 retried', '3 done'])
    expect(world.repo.git('notes', '--ref=ralph', 'show', 'HEAD')).toContain('made n 2')
    expect((await list(world.env)).memories.map(({ body }) => body)).toEqual(['n has to be larger'])
    const proposals = told(world, 'proposed')
    expect(proposals).toHaveLength(1)
    expect(proposals[0]!.body).toContain('failed with: 1 failing')
    expect(told(world, 'checked').map(({ before, result }) => [before?.failing, result.failing])).toEqual([
      [undefined, 3],
      [3, 2],
      [2, 1],
      [1, undefined],
    ])
  })

  it('is told the goal, what failed and what it wrote before', async () => {
    const world = makeWorld()
    const state = await world.start(
      `cat > ../prompt-$(cat n)-$$; ${STEP.replace('cat > /dev/null;', '')}; echo "<journal>I was here</journal>"`,
    )
    const prompt = readOutput(await openRepo(world.env), state.id, 2, 'prompt')
    expect(prompt).toContain('## Goal\n\nmake n three')
    expect(prompt).toContain('This is attempt 2 at this task. The previous one failed:')
    expect(prompt).toContain('I was here')
    expect(prompt).toContain('```\n2 failing\n```')
    expect(prompt).toContain('### Iteration 1 [retried]')
  })

  it('knows the loop by its variables', async () => {
    const world = makeWorld({ n: '2\n' })
    const state = await world.start(`${STEP}; echo "$RALPH_LOOP $RALPH_ITERATION $RALPH_SESSION"`)
    const output = readOutput(await openRepo(world.env), state.id, 1, 'agent')
    expect(output).toContain(`${state.id} 1 ${state.id}.1`)
  })
})

describe('a loop ends', () => {
  it('when nothing was changed as often as is allowed', async () => {
    const world = makeWorld()
    const state = await world.start('echo "thinking $$"; date +%N', { noProgress: 2 })
    expect(state).toMatchObject({
      status: 'failed',
      reason: 'no-progress',
      detail: 'no progress in 2 iterations: no file was changed',
    })
    expect(world.journal()).toEqual(['1 retried', '2 failed'])
  })

  it('when the agent goes back and forth', async () => {
    const world = makeWorld()
    const state = await world.start(
      'echo "try $RALPH_ITERATION of many: $(date +%N | tr 0-9 a-j)"; echo $((1 - $(cat n))) > n',
      {
        commands: ['echo "broken by $(cat n | tr 01 ab)"; false'],
        noProgress: 2,
      },
    )
    expect(state.detail).toBe('no progress in 2 iterations: the files are as they were before')
    expect(state.iterations.map(({ verdict }) => verdict)).toEqual(['moving', 'oscillating', 'oscillating'])
  })

  it('when the agent says the same again and again', async () => {
    const world = makeWorld()
    const state = await world.start('echo "I have fixed it"; date +%N >> log', {
      noProgress: 2,
      commands: ['tail -1 log | tr 0-9 a-j; false'],
    })
    expect(state.detail).toBe('no progress in 2 iterations: the agent said the same again')
  })

  it('after its last iteration', async () => {
    const world = makeWorld()
    const state = await world.start('echo $RALPH_ITERATION >> m; date +%N | tr 0-9 a-j', {
      maxIterations: 2,
      commands: ['wc -l < m | tr 0-9 a-j; false'],
    })
    expect(state).toMatchObject({ status: 'failed', reason: 'max-iterations' })
    expect(world.journal()).toEqual(['1 retried', '2 failed'])
  })

  it('when its time is up, also in the middle of a check', async () => {
    const world = makeWorld()
    const began = Date.now()
    const state = await world.start(STEP, {
      commands: ['[ -f m ] && sleep 60; touch m; false'],
      maxDuration: '2s',
    })
    expect(state).toMatchObject({ status: 'failed', reason: 'max-duration' })
    expect(Date.now() - began).toBeLessThan(30_000)
    expect(state.iterations).toMatchObject([{ results: [{ passed: false, timedOut: true }] }])
    expect(processesOf(state.id)).toEqual([])
  })

  it('when it has cost enough', async () => {
    const world = makeWorld()
    const event = JSON.stringify({
      type: 'result',
      result: 'x',
      total_cost_usd: 0.75,
      usage: { input_tokens: 10, output_tokens: 5 },
    })
    const agent = world.agent(`${STEP} >&2; echo '${event}'`)
    const claude = join(agent.split(' ')[1]!, '../claude')
    const { writeFileSync } = process.getBuiltinModule('node:fs')
    writeFileSync(claude, `#!/bin/sh\nexec ${agent}\n`, { mode: 0o755 })
    const state = await world.start('', { agent: `${claude} -p`, maxCost: '1', commands: ['cat n; false'] })
    expect(state).toMatchObject({ reason: 'max-cost', detail: 'not reached for $1.50, of at most $1.00' })
    expect(state.iterations.map(({ costUsd, tokens }) => [costUsd, tokens])).toEqual([
      [0.75, 15],
      [0.75, 15],
    ])
  })

  it('when there is no such agent', async () => {
    const world = makeWorld()
    const state = await world.start('', { agent: 'no-such-agent-here' })
    expect(state).toMatchObject({ status: 'failed', reason: 'agent-missing' })
    expect(state.detail).toContain("cannot run 'no-such-agent-here'")
    expect(world.journal()).toEqual(['1 blocked'])
  })

  it('without success when the agent crashes, though all checks pass', async () => {
    const world = makeWorld({ n: '3\n' })
    const state = await world.start('echo "crash $RALPH_ITERATION"; kill -SEGV $$', { noProgress: 2 })
    expect(state).toMatchObject({ status: 'failed', reason: 'no-progress' })
    expect(state.iterations[0]).toMatchObject({
      outcome: 'blocked',
      failure: 'the agent ended with a signal',
    })
    expect(
      told(world, 'warning')
        .map(({ message }) => message)
        .join(),
    ).toContain('all criteria pass already')
  })

  it('always, within its limits, with a reason and one journal entry per iteration', async () => {
    const action = fc.constantFrom(
      'echo $(($(cat n) + 1)) > n',
      'echo $(($(cat n) - 1)) > n',
      'rm -rf .agent .git/ralph/index',
      'echo x >> ../outside',
      'exit 3',
      'kill -KILL $$',
      'git add -A; git commit -qm work',
      'git checkout -q -b branch-$RALPH_ITERATION',
      'echo "<journal>note</journal><memory>m</memory>"',
      'rm -f n; mkdir n',
      'printf "\\0\\377\\033[31m"',
      ':',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        async (actions, maxIterations) => {
          const world = makeWorld()
          const state = await world.start(['cat > /dev/null', ...actions].join('\n'), { maxIterations })
          expect(state.status).not.toBe('running')
          expect(state.reason).toMatch(/^(criteria-met|max-iterations|no-progress)$/)
          expect(state.iterations.length).toBeLessThanOrEqual(maxIterations)
          expect(world.journal().map((line) => Number(line.split(' ')[0]))).toEqual(
            state.iterations.map(({ number }) => number),
          )
          rmSync(world.repo.dir, { recursive: true })
        },
      ),
      { numRuns: 6 },
    )
  })
})

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
    const state = await world.start(`${STEP}; rm -rf .git/ralph`)
    expect(state.status).toBe('success')
    expect(world.journal()).toHaveLength(3)
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

  it('is refused where there is no such iteration', async () => {
    const world = makeWorld({ n: '2\n' })
    await world.start(STEP)
    await expect(loopRollback(world.env, { iteration: 7 })).rejects.toThrow(/no snapshot/)
    await expect(loopRollback(world.env, { undo: true })).rejects.toThrow(/never rolled back/)
  })
})

describe('a second agent', () => {
  it('has to agree before success counts, is heard when it does not, and changes nothing', async () => {
    const world = makeWorld({ n: '2\n' })
    const verify = world.agent(`
      grep -q 'n is' notes || { echo 'x' > touched; echo '[RALPH_REJECTED] notes are missing'; exit; }
      echo '[RALPH_VERIFIED]'`)
    const state = await world.start(
      `grep -q 'notes are missing' && echo 'n is three' > notes; echo 3 > n; date +%N`,
      { verify },
    )
    expect(state).toMatchObject({
      status: 'success',
      iterations: [{ outcome: 'retried' }, { outcome: 'done' }],
    })
    expect(state.iterations[0]!.failure).toContain('notes are missing')
    expect(existsSync(join(world.repo.dir, 'touched'))).toBe(false)
  })

  it('that says nothing has not agreed', async () => {
    const world = makeWorld({ n: '2\n' })
    const state = await world.start(STEP, { verify: world.agent('echo fine'), maxIterations: 1 })
    expect(state).toMatchObject({ status: 'failed', reason: 'max-iterations' })
  })
})

describe('a judge', () => {
  it('decides what progress is', async () => {
    const world = makeWorld()
    const state = await world.start('date +%N', {
      judge: 'grep -q make && [ $RALPH_ITERATION -lt 3 ]',
      noProgress: 1,
    })
    expect(state.iterations.map(({ verdict }) => verdict)).toEqual(['better', 'better', 'stuck'])
  })
})

describe('criteria', () => {
  it('are all checked, with the exit code expected, and the marker where the agent said it', async () => {
    const world = makeWorld()
    world.repo.write(
      'ralph.yml',
      'ralph:\n  max_iterations: 2\n  success_criteria:\n    - type: marker\n      marker: ALL DONE\n    - type: custom\n      command: exit 7\n      expected_exit_code: 7\n',
    )
    const agent = `date +%N; [ $RALPH_ITERATION = 2 ] && echo 'ALL DONE'`
    const options = { agent: world.agent(agent), cooldown: 0 }
    const { startLoop } = await import('../../src/loop/start.js')
    const driver = { tell: () => {}, interrupt: world.interrupt, mayRun: () => Promise.resolve(false) }
    // A command that came with the repository: somebody has to agree, once.
    await expect(startLoop(world.env, 'goal', options, driver)).rejects.toThrow(/not agreed to: exit 7/)
    const asked: string[][] = []
    const agreeing = {
      ...driver,
      mayRun: (commands: readonly string[]) => Promise.resolve(asked.push([...commands]) > 0),
    }
    const state = await startLoop(world.env, 'goal', options, agreeing)
    expect(state).toMatchObject({ status: 'success', limits: { maxIterations: 2 } })
    expect(state.iterations.map(({ results }) => results.map(({ passed }) => passed))).toEqual([
      [false, true],
      [true, true],
    ])
    expect((await startLoop(world.env, 'goal', options, driver)).status).toBe('success')
    expect(asked).toEqual([['exit 7']])
  })
})

describe('a work tree of its own', () => {
  it('is beside the first, on a branch of its own, and may run at the same time', async () => {
    const world = makeWorld({ n: '2\n' })
    const state = await world.start(STEP, { worktree: true })
    expect(state.status).toBe('success')
    expect(state.workTree).toBe(`${world.repo.dir}-loop-${state.id.slice(4)}`)
    expect(state.branch).toBe(`ralph/make-n-three-${state.id.slice(4)}`)
    expect(readFileSync(join(world.repo.dir, 'n'), 'utf8')).toBe('2\n')
    expect(readFileSync(join(state.workTree, 'n'), 'utf8')).toBe('3\n')
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

/** Settles when an event of that kind was told. */
async function sees(world: World, is: (event: LoopEvent) => boolean): Promise<void> {
  while (!world.events.some(is)) await new Promise((resolve) => setTimeout(resolve, 10))
}
