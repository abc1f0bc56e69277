import { describe, expect, it } from 'vitest'
import { defineCommand } from '../../src/cli/command.js'
import { runCommand } from '../../src/cli/main.js'
import { writeAll } from '../../src/process-env.js'
import { RalphError } from '../../src/errors.js'
import { makeEnv } from '../helpers/repo.js'

function failing(error: unknown) {
  return defineCommand({
    name: 'fail',
    summary: 'fails',
    positionals: [],
    options: { format: { type: 'string', describe: 'format', choices: ['text', 'json'] } },
    run: () => Promise.reject(error),
  })
}

describe('runCommand', () => {
  it('prints an error with its hint on standard error and answers with its exit code', async () => {
    const env = makeEnv('/')
    const error = new RalphError('ambiguous-id', "'mem-1' matches two memories", {
      hint: 'give more of the id',
    })
    expect(await runCommand(failing(error), ['--format', 'json'], env)).toBe(3)
    expect(env.err()).toBe("error: 'mem-1' matches two memories\nhint: give more of the id\n")
    expect(env.out()).toBe('')
  })

  it('calls an unknown error a bug and shows its stack only when asked', async () => {
    const env = makeEnv('/')
    expect(await runCommand(failing(new Error('boom', { cause: new Error('deep') })), [], env)).toBe(70)
    expect(env.err()).toMatch(/^error: internal: boom\nhint: this is a bug .* RALPH_DEBUG=1 .*\n$/)
    const debug = makeEnv('/', { vars: { RALPH_DEBUG: '1' } })
    await runCommand(failing(new Error('boom', { cause: new Error('deep') })), [], debug)
    expect(debug.err()).toMatch(/Error: boom\n {4}at /)
    expect(debug.err()).toContain('caused by: Error: deep')
  })

  it('takes a closed pipe for the end', async () => {
    const env = makeEnv('/')
    expect(
      await runCommand(failing(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })), [], env),
    ).toBe(0)
    expect(env.err()).toBe('')
  })

  it('turns --no-color into NO_COLOR and keeps it from the command', async () => {
    let seen: unknown
    const command = defineCommand({
      name: 'look',
      summary: 'looks',
      positionals: [{ name: 'word', describe: 'word' }],
      options: {},
      async run(env, args) {
        seen = [env.vars['NO_COLOR'], args]
        return 1
      },
    })
    expect(await runCommand(command, ['--no-color', 'x'], makeEnv('/', { vars: {} }))).toBe(1)
    expect(seen).toEqual(['1', { word: 'x' }])
  })
})

describe('writeAll', () => {
  it('writes everything through a pipe that takes it bit by bit', () => {
    const taken: Buffer[] = []
    let call = 0
    writeAll(1, 'añb'.repeat(10), ((_fd: number, bytes: Buffer, offset: number) => {
      if (call++ % 2 === 0) throw Object.assign(new Error('busy'), { code: 'EAGAIN' })
      taken.push(bytes.subarray(offset, offset + 3))
      return Math.min(3, bytes.length - offset)
    }) as never)
    expect(Buffer.concat(taken).toString()).toBe('añb'.repeat(10))
  })
})
