/** Repositories for measuring: filled by `git fast-import`, in the layout that git-ralph itself writes. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '../src/memory/id.js'
import { renderMemory } from '../src/memory/markdown.js'

// NODE_EXTRA_CA_CERTS alone costs Node 20 twice as much as an empty process.
export const ENV: NodeJS.ProcessEnv = { ...process.env, NODE_EXTRA_CA_CERTS: undefined }

const PERSON = 'Bench <bench@example.com> 1737453600 +0000'
const SUBJECTS = [
  'postgres',
  'docker',
  'login',
  'cache',
  'parser',
  'queue',
  'schema',
  'upload',
  'worker',
  'token',
]
const FACTS = [
  'times out',
  'needs a lock',
  'is retried twice',
  'returns null',
  'must be closed',
  'leaks memory',
]

export function git(dir: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: dir, env: ENV, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout.trim()
}

export function makeBenchRepo(): string {
  const dir = mkdtempSync(join(tmpdir(), 'ralph-bench-'))
  git(dir, 'init', '-q', '-b', 'main')
  git(dir, 'config', 'user.name', 'Bench')
  git(dir, 'config', 'user.email', 'bench@example.com')
  git(dir, 'commit', '-q', '--allow-empty', '-m', 'first')
  return dir
}

type Write = (data: string | Buffer) => void

/** Puts `count` memories on the line of main, in one commit. Answers their ids. */
export function seedMemories(dir: string, count: number): string[] {
  importStream(dir, (write) => writeMemories(write, count))
  return idsOf(count)
}

/** The same as a part of a longer stream. */
export function writeMemories(write: Write, count: number): void {
  write(`commit refs/ralph-memory/main\ncommitter ${PERSON}\ndata 5\nseed\n\n`)
  for (const [n, id] of idsOf(count).entries()) {
    const text = Buffer.from(renderMemory(memoryOf(id, n)))
    write(`M 100644 inline ${pathOf(id)}\ndata ${text.length}\n${text.toString()}\n`)
  }
}

export const idsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `mem-${1700000000 + n * 60}-${hex4(n)}`)

/** Runs `git fast-import` on what `produce` writes. */
export function importStream(dir: string, produce: (write: Write) => void): void {
  const path = join(dir, '.git/bench-stream')
  const file = openSync(path, 'w')
  let held: Buffer[] = []
  let size = 0
  const flush = (): void => {
    writeSync(file, Buffer.concat(held))
    ;[held, size] = [[], 0]
  }
  produce((data) => {
    held.push(Buffer.from(data))
    if ((size += data.length) > 1 << 20) flush()
  })
  flush()
  closeSync(file)
  const input = openSync(path, 'r')
  const { status, stderr } = spawnSync('git', ['fast-import', '--quiet'], {
    cwd: dir,
    env: ENV,
    stdio: [input, 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  closeSync(input)
  spawnSync('rm', [path])
  if (status !== 0) throw new Error(`git fast-import ended with ${status}: ${stderr}`)
}

function memoryOf(id: string, n: number) {
  const subject = SUBJECTS[n % SUBJECTS.length]!
  const fact = FACTS[n % FACTS.length]!
  return {
    id,
    type: (['pattern', 'decision', 'fix', 'context'] as const)[n % 4]!,
    tags: [subject, `area-${n % 97}`],
    created: new Date((1700000000 + n * 60) * 1000).toISOString().replace('.000', ''),
    body: `The ${subject} in module-${n % 1009} ${fact}: see src/${subject}/file${n}.ts, error E${1000 + (n % 4000)}, case ${n}`,
  }
}

const hex4 = (n: number): string => ((n * 40503) & 0xffff).toString(16).padStart(4, '0')
