/** A text in the user's editor: GIT_EDITOR, core.editor, VISUAL, EDITOR, as git chooses. */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { RalphError } from '../errors.js'
import { decodeText } from '../memory/text.js'
import { writeLocalFile } from './git/local-files.js'
import type { Repo } from './git/repo.js'

export interface EditedText {
  text: string
  /** Where it was edited; kept until discarded. */
  path: string
  discard(): void
}

export async function editText(repo: Repo, name: string, text: string): Promise<EditedText> {
  const path = join(repo.ralphDir, 'edit', name)
  writeLocalFile(path, text)
  const editor = (await repo.git(['var', 'GIT_EDITOR'])).trim()
  const code = await new Promise<number>((resolve, reject) => {
    // Through the shell, as git does: the setting is a command line.
    const child = spawn('sh', ['-c', `${editor} "$@"`, editor, path], {
      stdio: 'inherit',
      cwd: repo.workTree ?? repo.commonDir,
      env: repo.env.vars,
    })
    child.on('error', reject)
    child.on('close', (status) => resolve(status ?? 1))
  })
  if (code !== 0) {
    throw new RalphError('bad-content', `the editor '${editor}' ended with exit code ${code}`, {
      hint: `nothing was stored; your text is in '${path}'`,
    })
  }
  const bytes = readFileSync(path)
  return { text: decodeText(bytes, `'${path}'`), path, discard: () => rmSync(path, { force: true }) }
}
