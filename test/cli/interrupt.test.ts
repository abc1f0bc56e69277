import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { BIN } from '../helpers/bin.js'
import { makeRepo, TEST_VARS } from '../helpers/repo.js'

describe('Ctrl-C', () => {
  it('ends a command that waits for its input, and the shell says 130', async () => {
    const repo = makeRepo()
    // The shell passes its own standard input on, which stays open; the inner one says which process to interrupt.
    const script = '(echo "$BASHPID" >&2; exec "$0" "$1" remember - <&3) 3<&0; echo "rc $?"'
    const shell = spawn('bash', ['-c', script, process.execPath, BIN], { cwd: repo.dir, env: TEST_VARS })
    const [pid] = (await once(shell.stderr, 'data')) as [Buffer]
    // More than a pipe holds: once it is written, the command is reading.
    await new Promise((resolve) => shell.stdin.write('x'.repeat(300_000), resolve))
    process.kill(Number(pid.toString()), 'SIGINT')
    const [answer] = (await once(shell.stdout, 'data')) as [Buffer]
    shell.stdin.end()
    expect(answer.toString()).toBe('rc 130\n')
    expect(repo.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  })
})
