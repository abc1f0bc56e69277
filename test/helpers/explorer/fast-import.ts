/** Writes commits for `git fast-import`: a few thousand take a second. */
import { spawnSync } from 'node:child_process'
import { TEST_VARS } from '../git.js'
import type { Person } from './branches.js'

export interface Commit {
  ref: string
  at: number
  by: Person
  message: string
  from?: number | undefined
  merge?: number | undefined
  /** Text, or null for a file that goes. */
  files: ReadonlyMap<string, string | null>
}

export interface Importer {
  /** Answers the mark that `from` and `merge` name. */
  commit(commit: Commit): number
  run(dir: string): void
}

export function createImporter(): Importer {
  const parts: string[] = []
  let mark = 0
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
  return {
    commit({ ref, at, by, message, from, merge, files }) {
      mark++
      parts.push(
        `commit ${ref}\nmark :${mark}\n`,
        `author ${by.name} <${by.email}> ${at} +0000\ncommitter ${by.name} <${by.email}> ${at} +0000\n`,
        data(message),
        from === undefined ? '' : `from :${from}\n`,
        merge === undefined ? '' : `merge :${merge}\n`,
        ...[...files].map(([path, text]) =>
          text === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(text)}`,
        ),
        '\n',
      )
      return mark
    },
    run(dir) {
      const { status, stderr } = spawnSync('git', ['fast-import', '--quiet', '--active-branches=32'], {
        cwd: dir,
        env: TEST_VARS,
        input: parts.join(''),
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`git fast-import ended with ${status}: ${stderr}`)
    },
  }
}
