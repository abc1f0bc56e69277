/** Trees with whatever names and modes, byte by byte: git itself would refuse to make most of them. */
import { TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { execFileSync } from '../helpers/spawn.js'

export interface RawEntry {
  mode: string
  name: string | Buffer
  oid: string
}

type Repo = Pick<TestRepo, 'dir'>

function run(repo: Repo, args: string[], input: string | Buffer = ''): string {
  const options = { cwd: repo.dir, env: TEST_VARS, input, maxBuffer: 1 << 28 }
  return execFileSync('git', args, options).toString('utf8').trim()
}

export const writeBlob = (repo: Repo, content: string | Buffer): string =>
  run(repo, ['hash-object', '-w', '--stdin'], content)

/** Sorted as git would, so that nothing but what is meant is odd. */
export function writeTree(repo: Repo, entries: readonly RawEntry[]): string {
  const bytes = entries
    .map(({ mode, name, oid }) => ({
      key: Buffer.from(name).toString('latin1') + (mode === '40000' ? '/' : ''),
      mode,
      name,
      oid,
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ mode, name, oid }) =>
      Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(oid, 'hex')]),
    )
  return run(repo, ['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], Buffer.concat(bytes))
}

/** Puts a commit of this tree on the line, on top of what is there. */
export function commitTree(repo: Repo, tree: string, ref = 'refs/ralph-memory/main'): string {
  const commit = run(repo, ['commit-tree', '-p', ref, '-m', 'hostile', tree])
  run(repo, ['update-ref', ref, commit])
  return commit
}

export function readTree(repo: Repo, rev: string): RawEntry[] {
  return run(repo, ['ls-tree', rev])
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [mode = '', , oid = '', name = ''] = line.split(/[ \t]/)
      return { mode: mode.replace(/^0/, ''), name, oid }
    })
}
