/** Repositories with many memories: software-like text of a memory's usual size, alike in every run, written by git fast-import. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderMemory } from '../../src/memory/markdown.js'
import { pathOf } from '../../src/memory/id.js'
import { MEMORY_TYPES, type Memory } from '../../src/memory/memory.js'

declare const ROOT: string

const WORDS = 49
/** Of each file, so that no package has more to say than all others. */
const LONGEST_TEXT = 40_000
const TAGS = ['docker', 'testing', 'api', 'database', 'build', 'auth', 'performance', 'ci']

export const QUESTIONS = [
  'why does the server refuse the connection',
  'readFileSync encoding option',
  'how to cancel a pending promise with AbortSignal',
  'certificate expired',
  'worker thread memory limit',
  'strem backpresure',
]

let vocabulary: string[] | undefined

/** Runs of words out of the documentation of the packages we use, two per memory, and a file name: the vocabulary grows with the count. */
export function* makeMemories(count: number, from = 0): Generator<Memory> {
  vocabulary ??= readDocumentation()
  for (let n = from; n < from + count; n++) {
    const seconds = 1_600_000_000 + n * 700
    const half = WORDS >> 1
    const words = [...runOf(vocabulary, n * 2, half), ...runOf(vocabulary, n * 2 + 1, half)]
    yield {
      id: `mem-${seconds}-${(n % 65_536).toString(16).padStart(4, '0')}`,
      type: MEMORY_TYPES[n % MEMORY_TYPES.length]!,
      tags: [TAGS[n % TAGS.length]!, TAGS[(n >> 3) % TAGS.length]!].filter(
        (tag, i, all) => all.indexOf(tag) === i,
      ),
      created: `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`,
      body: `${words.join(' ')} src/module${n >> 2}.ts`,
    }
  }
}

function readDocumentation(): string[] {
  const packages = join(ROOT, 'node_modules')
  const texts = readdirSync(packages, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:md|d\.ts)$/.test(file))
    .toSorted()
    .map((file) => readFileSync(join(packages, file), 'utf8').slice(0, LONGEST_TEXT))
  return texts
    .flatMap((text) => text.replace(/[^\w\s./:@'-]+/g, ' ').split(/\s+/))
    .filter((word) => /\w/.test(word) && word.length < 40)
}

function runOf(words: readonly string[], n: number, length: number): string[] {
  const at = Math.imul(n + 1, 2_654_435_761) >>> 0
  const start = at % (words.length - length)
  return words.slice(start, start + length)
}

export function git(dir: string, args: readonly string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: dir,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout
}

export function makeRepository(dir: string, memories: Iterable<Memory>): void {
  mkdirSync(dir, { recursive: true })
  git(dir, ['init', '-q', '-b', 'main'])
  git(dir, ['config', 'user.name', 'Bench'])
  git(dir, ['config', 'user.email', 'bench@example.com'])
  git(dir, ['commit', '-q', '--allow-empty', '-m', 'first'])
  addMemories(dir, memories)
}

/** As one commit on the line of main. */
export function addMemories(dir: string, memories: Iterable<Memory>): void {
  const known = spawnSync('git', ['rev-parse', '-q', '--verify', 'refs/ralph-memory/main'], { cwd: dir })
  const stream = [
    'commit refs/ralph-memory/main\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata 4\nmany\n',
  ]
  if (known.status === 0) stream.push('from refs/ralph-memory/main^0\n')
  for (const memory of memories) {
    const text = renderMemory(memory)
    stream.push(`M 100644 inline ${pathOf(memory.id)}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  }
  git(dir, ['fast-import', '--quiet'], stream.join(''))
}
