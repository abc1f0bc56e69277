/** Puts files on a line with git alone, as somebody's push, or another tool, would. */
import { join } from 'node:path'
import { TEST_VARS, type TestRepo } from './repo.js'
import { execFileSync } from './spawn.js'

export interface Entry {
  path: string
  mode?: string
  content?: string
  oid?: string
}

export function plant(repo: Pick<TestRepo, 'dir'>, entries: Entry[], branch = 'main'): void {
  const line = `refs/ralph-memory/${branch}`
  const run = (args: string[], input = ''): string =>
    execFileSync('git', args, {
      cwd: repo.dir,
      env: { ...TEST_VARS, GIT_INDEX_FILE: join(repo.dir, '.git/hostile-index') },
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    }).trim()
  run(['read-tree', line])
  const lines = entries.map(({ path, mode = '100644', content = '', oid }) => {
    const blob = oid ?? run(['hash-object', '-w', '--stdin'], content)
    return `${mode} ${blob}\t${path}\0`
  })
  run(['update-index', '-z', '--index-info'], lines.join(''))
  const commit = run(['commit-tree', '-p', line, '-m', 'hostile', run(['write-tree'])])
  run(['update-ref', line, commit])
}
