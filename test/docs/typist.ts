/** Types what a page shows into a shell, in a repository of its own, and compares what is printed with what is shown. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect } from 'vitest'
import { BIN } from '../helpers/bin.js'
import { makeDir, repoAt, runGit, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { type Block, typedIn } from './fences.js'
import { timeless } from './timeless.js'
import { spawnSync } from '../helpers/spawn.js'

export interface Typist extends TestRepo {
  /** Runs a line and answers with all that it printed; the exit code has to be this one. */
  type(line: string, code?: number): string
  /** Types all lines of a block; below each has to come what the block shows, if it shows anything. */
  follow(block: Block, options?: { code?: number; replace?: (command: string) => string }): void
}

/** A repository with one commit in `shop`, in a home of its own; `git ralph` is the built bin. */
export function makeTypist(): Typist {
  const home = makeDir()
  const dir = join(home, 'shop')
  mkdirSync(join(home, 'bin'))
  mkdirSync(dir)
  for (const name of ['git-ralph', 'ralph']) {
    writeFileSync(join(home, 'bin', name), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`)
    chmodSync(join(home, 'bin', name), 0o755)
  }
  runGit(dir, 'init', '-q', '-b', 'main')
  const repo = repoAt(dir)
  repo.commit('a shop', { README: 'a shop\n' })
  const env = { ...TEST_VARS, HOME: home, PATH: [join(home, 'bin'), TEST_VARS['PATH']].join(delimiter) }
  const typist: Typist = {
    ...repo,
    type(line, code = 0) {
      const ran = spawnSync('sh', ['-c', `{ ${line}\n} 2>&1`], { cwd: dir, env, encoding: 'utf8', input: '' })
      expect({ line, code: ran.status, out: code === ran.status ? '' : ran.stdout }).toEqual({
        line,
        code,
        out: '',
      })
      return ran.stdout
    },
    follow(block, { code = 0, replace = (command: string) => command } = {}) {
      let place = ''
      for (const { command, output } of typedIn(block)) {
        if (command.startsWith('cd ')) {
          place += `${command} && `
          continue
        }
        const printed = typist.type(place + replace(command), code).replaceAll(home, '/home/ada')
        if (output) expectShown(command, output, printed)
      }
    },
  }
  return typist
}

/** Lines of `…` stand for lines left out. */
function expectShown(command: string, shown: string, printed: string): void {
  const [first, ...later] = timeless(shown).split(/^…$/m)
  const text = timeless(printed)
  if (later.length === 0) expect({ command, text }).toEqual({ command, text: first })
  else for (const part of [first!, ...later]) expect(text).toContain(part.trim())
}
