/** Loops as they are typed: several processes, signals, and a terminal. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, runBin, type Ran } from '../helpers/bin.js'
import { makeRepo, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { COUNT_TO_THREE, processesOf } from '../loop/world.js'

const STEP = 'echo $(($(cat n) + 1)) > n; echo "n is $(cat n)"'
/** Works once `go` is there; until then it says that it is ready and ignores what is asked of it. */
const WAIT = `trap '' INT TERM; echo ready; while [ ! -f go ]; do sleep 0.05; done; ${STEP}`

interface Scene {
  repo: TestRepo
  run(...args: string[]): Ran
  json(...args: string[]): Record<string, unknown>
  /** The words that start a loop with an agent of this script. */
  loop(script: string, ...more: string[]): string[]
  launch(args: string[]): Launched
}

interface Launched {
  child: ChildProcess
  out(): string
  sees(text: string): Promise<void>
  ended: Promise<number | null>
}

function scene(n = 0): Scene {
  const repo = makeRepo({ n: `${n}\n`, '.gitignore': 'go\nagent.sh\n' })
  const run = (...args: string[]): Ran => runBin(args, { cwd: repo.dir })
  return {
    repo,
    run,
    json: (...args) => JSON.parse(run(...args, '--format', 'json').out) as Record<string, unknown>,
    loop(script, ...more) {
      repo.write('agent.sh', `${script}\n`)
      const flags = ['--agent', 'sh agent.sh', '--command', COUNT_TO_THREE, '--cooldown', '0', ...more]
      return ['loop', 'start', 'make n three', ...flags]
    },
    launch: (args) => launch(repo.dir, args),
  }
}

function launch(cwd: string, args: string[]): Launched {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: TEST_VARS,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (out += chunk.toString()))
  return {
    child,
    out: () => out,
    ended: once(child, 'close').then(([code]) => code as number | null),
    sees: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => void (out.includes(text) && resolve())
        child.stdout.on('data', look)
        child.on('close', () => reject(new Error(`ended before it said '${text}': ${out}`)))
        look()
      }),
  }
}

const idIn = (out: string): string => /run-[0-9a-f]{8}/.exec(out)![0]
/** By number: the journal itself orders by time, in whole seconds. */
const journalOf = ({ json }: Scene): string[] =>
  (json('journal', 'list')['entries'] as { iteration: number; outcome: string }[])
    .toSorted((a, b) => a.iteration - b.iteration)
    .map(({ iteration, outcome }) => `${iteration} ${outcome}`)

describe('loop start', () => {
  it('tells what happens, line by line, and ends with 0', () => {
    const { run, loop } = scene(1)
    const { code, out } = run(...loop(STEP))
    const id = idIn(out)
    expect(code).toBe(0)
    const times = out.replace(/\d+\.\d+s/g, '<time>').replaceAll(id, '<loop>')
    expect(times).toContain('<loop> make n three\n  agent     sh agent.sh\n')
    expect(times).toContain(': 2 failing → 1 failing\n  iteration 1: retried, progress, 1 file, <time>\n')
    expect(times).toContain('iteration 2/10\nn is 3\n')
    expect(times).toMatch(/✓ success after 2 iterations \(<time>\)\n$/)
  })

  it('tells it as JSON lines, and ends with 1 when the goal is not reached', () => {
    const { run, loop, json } = scene()
    const { code, out } = run(...loop('echo', '--max-iterations', '1', '--format', 'json'))
    expect(code).toBe(1)
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(events.every(({ version, kind }) => version === 1 && kind === 'loop-event')).toBe(true)
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['started', 'phase', 'output', 'checked', 'iteration', 'ended']),
    )
    expect(events.at(-1)).toMatchObject({
      event: 'ended',
      status: 'failed',
      reason: 'max-iterations',
      iterations: 1,
    })
    expect(json('loop', 'status')['loop']).toMatchObject({ status: 'failed', reason: 'max-iterations' })
  })

  it('runs nothing and writes nothing on --dry-run', () => {
    const { run, loop, json, repo } = scene()
    const args = loop('touch ran', '--dry-run', '--verify', 'claude')
    const { code, out } = run(...args)
    expect(code).toBe(0)
    expect(out).toContain('agent     sh agent.sh (prompt as stdin)')
    expect(out).toContain('## Goal\n\nmake n three')
    expect(out).toContain('limits    10 iterations, 30m 00s, 3 without progress')
    expect(json(...args)).toMatchObject({
      kind: 'loop-preview',
      verify: 'claude',
      limits: { maxIterations: 10 },
    })
    expect(existsSync(join(repo.dir, 'ran'))).toBe(false)
    expect(run('loop', 'list').out).toBe('no loops\n')
  })

  it.each([
    [['--criteria', 'tests'], /error: 'tests' is no success criterion/],
    [['--max-duration', 'soon'], /error: --max-duration takes a span of time, not 'soon'/],
    [['--context-budget', '2'], /error: --context-budget takes a number from 0\.05 to 0\.95/],
    [['--max-iterations', '0'], /error: --max-iterations takes a number from 1 to 1000/],
    [['--agent', 'a | b'], /error: 'a \| b' needs a shell/],
  ])('refuses %j', (flags, message) => {
    const { run } = scene()
    const { code, err } = run('loop', 'start', 'x', '--command', 'true', ...flags)
    expect(err).toMatch(message)
    expect(code).toBe(2)
  })

  it('asks before it runs commands that came with the repository, and takes --yes for an answer', () => {
    const { run, repo } = scene()
    repo.write('ralph.yml', 'ralph:\n  success_criteria:\n    - type: custom\n      command: touch ran\n')
    const start = ['loop', 'start', 'x', '--agent', 'true']
    expect(run(...start)).toMatchObject({ code: 3 })
    expect(existsSync(join(repo.dir, 'ran'))).toBe(false)
    expect(run('loop', 'config').out).toContain('the commands of ralph.yml are asked about')
    expect(run(...start, '--yes').code).toBe(0)
    expect(run(...start).code).toBe(0)
    repo.write(
      'ralph.yml',
      'ralph:\n  success_criteria:\n    - type: custom\n      command: touch ran again\n',
    )
    expect(run(...start)).toMatchObject({ code: 3 })
  })
})

describe('looking at a loop', () => {
  it('shows how it stands, what happened and what was printed; and puts files back', () => {
    const { run, loop, repo } = scene(1)
    const id = idIn(run(...loop(`echo '<memory>learnt it</memory>'; ${STEP}`)).out)
    const { out } = run('loop', 'status')
    expect(out).toContain(`${id} success: success after 2 iterations\n`)
    expect(out).toContain(': 2 failing → 1 failing → passed\n')
    expect(run('loop', 'log').out).toMatch(
      /^#  OUTCOME +TIME +FILES +CHECKS +PROGRESS\n1  retried .*1 failing +progress\n2  done /,
    )
    expect(run('loop', 'log', '-i', '1').out).toMatch(
      /==> prompt <==[^]*==> agent <==\n<memory>[^]*==> custom <==\n1 failing\n/,
    )
    expect(run('loop', 'list').out).toContain(`${id}  `)
    expect(run('loop', 'rollback', '2').out).toMatch(/^restored 1 file to the state before iteration 2\n/)
    expect(readFileSync(join(repo.dir, 'n'), 'utf8')).toBe('2\n')
    expect(run('loop', 'rollback', '--undo').code).toBe(0)
    expect(readFileSync(join(repo.dir, 'n'), 'utf8')).toBe('3\n')
    expect(run('loop', 'rollback', 'two')).toMatchObject({ code: 2 })
    expect(run('loop', 'resume')).toMatchObject({
      code: 2,
      err: `error: ${id} has reached its goal already\n`,
    })
  })

  it('shows and changes what loops use', () => {
    const { run, json } = scene()
    expect(run('loop', 'config', 'maxIterations', '4').out).toBe('4\n')
    expect(run('config', 'loopMaxIterations').out).toBe('4\n')
    expect(run('loop', 'config', 'maxDuration', 'soon')).toMatchObject({ code: 2 })
    expect(run('config', 'loopMaxDuration').out).toBe('30m\n')
    expect(json('loop', 'config')).toMatchObject({
      kind: 'loop-config',
      problem: "cannot tell how 'test_pass' is checked here",
    })
    expect(run('loop', 'config', 'maxIterations', '--unset').out).toBe('10\n')
  })
})

describe('Ctrl+C', () => {
  it('once lets the agent finish, and the loop can be resumed', async () => {
    const world = scene()
    const running = world.launch(
      world.loop(
        `trap 'echo "<journal>half</journal>"; exit 0' INT; echo ready; while [ ! -f go ]; do sleep 0.05; done; ${STEP}`,
      ),
    )
    await running.sees('ready')
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(130)
    expect(running.out()).toContain('interrupted: the agent is asked to finish')
    expect(journalOf(world)).toEqual(['1 interrupted'])
    writeFileSync(join(world.repo.dir, 'go'), '')
    const { code, out } = world.run('loop', 'resume')
    expect(out).toContain('goes on: make n three')
    expect(code).toBe(0)
    expect(journalOf(world)).toEqual(['1 interrupted', '2 retried', '3 retried', '4 done'])
  })

  it('twice ends all of it now', async () => {
    const world = scene()
    const running = world.launch(world.loop(WAIT))
    await running.sees('ready')
    const id = idIn(running.out())
    expect(processesOf(id)).not.toEqual([])
    running.child.kill('SIGINT')
    await running.sees('interrupted:')
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(130)
    expect(processesOf(id)).toEqual([])
    expect(journalOf(world)).toEqual(['1 interrupted'])
  })
})

describe('a loop in another terminal', () => {
  it('is seen, watched, not disturbed by a second one, and stopped', async () => {
    const world = scene()
    const running = world.launch(world.loop(WAIT))
    await running.sees('ready')
    const id = idIn(running.out())
    expect(world.run('loop', 'status').out).toMatch(/ running\n[^]*iteration 1 of 10, agent\n/)
    expect(world.run(...world.loop(STEP))).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${id} is running in this work tree`) as string,
    })
    const watching = world.launch(['loop', 'status', '--watch'])
    await watching.sees('running')
    expect(world.run('loop', 'stop', '--now').out).toBe(`stopped ${id} after 1 iterations\n`)
    expect(await running.ended).toBe(130)
    expect(await watching.ended).toBe(1)
    expect(watching.out()).toContain(`${id} stopped: stopped by another command`)
    expect(processesOf(id)).toEqual([])
    expect(world.run('loop', 'stop').out).toContain('is not running: stopped')
  })
})

describe('a loop that is killed', () => {
  it('leaves no agent behind, is noticed by the next command, and goes on', async () => {
    const world = scene()
    const running = world.launch(world.loop(WAIT))
    await running.sees('ready')
    const id = idIn(running.out())
    expect(processesOf(id)).not.toEqual([])
    running.child.kill('SIGKILL')
    await running.ended
    expect(world.run('loop', 'status').out).toContain(`${id} stopped: killed in iteration 1, at: agent\n`)
    expect(processesOf(id)).toEqual([])
    expect(journalOf(world)).toEqual(['1 interrupted'])
    writeFileSync(join(world.repo.dir, 'go'), '')
    expect(world.run('loop', 'resume').code).toBe(0)
    expect(journalOf(world)).toEqual(['1 interrupted', '2 retried', '3 retried', '4 done'])
  })

  it('is cleaned up after by its guard, also when nobody runs a command', async () => {
    const world = scene()
    const running = world.launch(world.loop(`(${WAIT}) & sleep 300`))
    await running.sees('ready')
    const id = idIn(running.out())
    running.child.kill('SIGKILL')
    await running.ended
    while (processesOf(id).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(processesOf(id)).toEqual([])
  })
})

describe('on a terminal', () => {
  it('a line below the output says how it stands', () => {
    const { repo, loop } = scene()
    const words = loop(STEP)
    const line = [process.execPath, BIN, ...words]
      .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
      .join(' ')
    const { status, stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
      cwd: repo.dir,
      env: { ...TEST_VARS, TERM: 'xterm', COLUMNS: '100' },
      encoding: 'utf8',
      input: '',
    })
    expect(status).toBe(0)
    expect(stdout).toMatch(/\r\u001b\[Kiteration 2\/10 · \d+\.\ds · agent sh · /)
    expect(stdout).toMatch(/\r\u001b\[Kiteration 2[^\n]*…: 3 failing → 2 failing/)
    expect(stdout).toContain('success after 3 iterations')
  })
})
