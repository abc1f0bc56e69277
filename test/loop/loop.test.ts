import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startLoop } from '../../src/loop/start.js'
import { openRepo } from '../../src/store/git/repo.js'
import { listWaiting } from '../../src/store/sessions/inbox.js'
import { readOutput } from '../../src/store/loop/loop-files.js'
import { list } from '../../src/verbs/list.js'
import { makeWorld, processesOf, STEP, told } from './world.js'

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
    const { ralphDir } = await openRepo(world.env)
    expect(listWaiting(ralphDir).map(({ proposal }) => proposal.source)).toEqual([
      { kind: 'loop', loop: state.id, iteration: 3 },
    ])
    expect(told(world, 'checked').map(({ before, result }) => [before?.failing, result.failing])).toEqual([
      [undefined, 3],
      [3, 2],
      [2, 1],
      [1, undefined],
    ])
  })

  it('may say a secret, which is stored nowhere', async () => {
    const world = makeWorld({ n: '2\n' })
    const key = ['AKIA', 'QWERTYUIOPASDFGH'].join('')
    const state = await world.start(
      `${STEP}; echo '<journal>the key is ${key}</journal><memory>use ${key}</memory>'`,
    )
    expect(state.status).toBe('success')
    const note = world.repo.git('notes', '--ref=ralph', 'show', 'HEAD')
    expect(note).toContain('the key is ')
    expect(note).not.toContain(key)
    expect((await list(world.env)).memories.map(({ body }) => body).join()).not.toContain(key)
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
    // Started by an agent, whose own session is not the one of the agent in the loop.
    Object.assign(world.env.vars, {
      CLAUDECODE: '1',
      CLAUDE_CODE_SESSION_ID: 'outer',
      GIT_INDEX_FILE: '/none',
    })
    const script = `echo "$RALPH_LOOP $RALPH_ITERATION $RALPH_SESSION"; env | grep -c -e CLAUDE -e GIT_INDEX`
    const state = await world.start(`${STEP}; ${script}; true`)
    const output = readOutput(await openRepo(world.env), state.id, 1, 'agent')
    expect(output).toContain(`${state.id} 1 ${state.id}.1\n0\n`)
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
