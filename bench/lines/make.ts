/** For benches: large lines, written by `git fast-import`, and processes that are timed. */
import { spawnSync } from 'node:child_process'
import { pathOf } from '../../src/memory/id.js'

// NODE_EXTRA_CA_CERTS alone costs Node 20 twice as much as an empty process.
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
export const runEnv = { ...inherited, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }

export function run(cwd: string, command: string, ...args: string[]): string {
  return runWith('', cwd, command, ...args)
}

function runWith(input: string, cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: runEnv,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

const WORDS =
  'retry timeout postgres migration cache webhook schema token docker socket index queue login border tests build'.split(
    ' ',
  )
const TYPES = ['pattern', 'decision', 'fix', 'context']

export interface Text {
  id: string
  text: string
}

/** The stored form of the n-th memory. `note` makes another version of it. */
export function memoryText(n: number, note = ''): Text {
  const id = `mem-${1_700_000_000 + n * 60}-${(n & 0xffff).toString(16).padStart(4, '0')}`
  const word = (k: number): string => WORDS[(n * 7 + k * k * 13 + (n >> 4)) % WORDS.length]!
  const body = `${word(1)} ${word(2)} number ${n} needs ${word(3)} before ${word(4)}${note}\nSeen in ${word(5)}/${word(6)}.ts when ${word(7)} was slow.`
  const created = new Date((1_700_000_000 + n * 60) * 1000).toISOString().replace('.000', '')
  const text = `---\nid: ${id}\ntype: ${TYPES[n % 4]}\ntags: [${word(1)}, ${word(8)}]\ncreated: '${created}'\n---\n${body}\n`
  return { id, text }
}

/** Makes the line of `branch` hold `count` memories, in one commit. */
export function importLines(dir: string, branch: string, count: number): void {
  const files = Array.from({ length: count }, (_, n) => memoryText(n))
  commitFiles(dir, branch, files)
}

/** One commit on the line of `branch` with these memories, on top of `from`. */
export function commitFiles(dir: string, branch: string, files: Text[], from?: string): void {
  const stream = [
    `commit refs/ralph-memory/${branch}\ncommitter Bench <bench@example.com> 1750000000 +0000\ndata 5\nbench\n`,
    from ? `from ${from}\n` : '',
    ...files.map(
      ({ id, text }) => `M 100644 inline ${pathOf(id)}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    ),
    '\n',
  ]
  runWith(stream.join(''), dir, 'git', 'fast-import', '--quiet', '--force')
}
