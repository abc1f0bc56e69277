/** What can be said of Windows without it: paths, and the command lines that others run for us. */
import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentCommand } from '../../src/loop-rules/agent.js'
import { workPath } from '../../src/store/git/work-path.js'
import { renderBlock } from '../../src/store/hooks/shim.js'
import { candidates } from '../../src/verbs/agents/agent-files.js'
import { hookEntries } from '../../src/wiring/hook-entries.js'
import { renderOpencodePlugin } from '../../src/wiring/opencode-plugin.js'
import { execFileSync } from '../helpers/spawn.js'

const PROGRAM = { node: String.raw`C:\Program Files\nodejs\node.exe`, bin: String.raw`D:\it's\git-ralph.cjs` }

/** The words that a shell makes of a command line. */
const wordsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `set -- ${line}; printf '%s\\n' "$@"`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')

describe('a path on Windows', () => {
  it.each([
    [String.raw`C:\code`, String.raw`C:\code\src\db.ts`, 'src/db.ts'],
    [String.raw`C:\code`, String.raw`c:\Code\src\db.ts`, 'src/db.ts'],
    ['C:/code', String.raw`C:\code\..name.ts`, '..name.ts'],
    [String.raw`C:\code`, String.raw`C:\code`, undefined],
    [String.raw`C:\code`, String.raw`C:\codes\db.ts`, undefined],
    [String.raw`C:\code`, String.raw`D:\code\db.ts`, undefined],
    [String.raw`\\host\share\code`, String.raw`\\host\share\code\a\b`, 'a/b'],
  ])('below %s: %s is %s', (top, file, path) => expect(workPath(top, file, win32)).toBe(path))

  it('keeps its backslashes elsewhere, where they are letters', () => {
    expect(workPath('/code', String.raw`/code/a\b`, posix)).toBe(String.raw`a\b`)
    expect(workPath('/code', '/code/..name.ts', posix)).toBe('..name.ts')
    expect(workPath('/code', '/other', posix)).toBeUndefined()
  })
})

describe('a program on Windows', () => {
  it('is looked for with the endings it has there, in whole paths only', () => {
    const PATH = String.raw`C:\npm;relative;D:\bin`
    expect(candidates(PATH, 'claude', 'win32')).toEqual([
      String.raw`C:\npm\claude.cmd`,
      String.raw`C:\npm\claude.exe`,
      String.raw`C:\npm\claude`,
      String.raw`D:\bin\claude.cmd`,
      String.raw`D:\bin\claude.exe`,
      String.raw`D:\bin\claude`,
    ])
    expect(candidates('/a:b:/c', 'claude', 'linux')).toEqual(['/a/claude', '/c/claude'])
  })

  it('is known by its name, where a loop is told its path in quotes', () => {
    const { name, words } = agentCommand(String.raw`'C:\Program Files\claude.cmd' -p`)
    expect({ name, program: words[0] }).toEqual({
      name: 'claude',
      program: String.raw`C:\Program Files\claude.cmd`,
    })
  })
})

describe('a command line with paths of Windows', () => {
  it('is read by the shell of git and of agents as it was meant', () => {
    const { command } = hookEntries('cursor', PROGRAM)['stop'] as { command: string }
    const line = command.replace('NODE_EXTRA_CA_CERTS= ', '').replace(' || :', '')
    expect(wordsOf(line)).toEqual([PROGRAM.node, PROGRAM.bin, 'hook', 'cursor', 'stop'])
  })

  it('has slashes in git hooks, whose shell tests for the files first', () => {
    const block = renderBlock('post-commit', PROGRAM)
    const call = /exec ('.*?) hook post-commit/.exec(block)![1]!
    expect(wordsOf(call)).toEqual(['C:/Program Files/nodejs/node.exe', "D:/it's/git-ralph.cjs"])
  })

  it('is a list of words for opencode, which needs no shell', () => {
    expect(renderOpencodePlugin(PROGRAM)).toContain(
      `const [program, ...words] = ${JSON.stringify([PROGRAM.node, PROGRAM.bin])}`,
    )
  })
})
