/** Where an agent stands, read from files alone: hooks have no time to ask git. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commonDirOf, findGitDir } from '../git/discover.js'
import { readRefFile } from '../git/refs.js'

export interface Place {
  gitDir: string
  commonDir: string
  ralphDir: string
  workTree: string | undefined
}

/** Undefined where there is no repository. */
export function findPlace(cwd: string, vars: Record<string, string | undefined>): Place | undefined {
  const found = vars['GIT_DIR']
    ? { gitDir: resolve(cwd, vars['GIT_DIR']), workTree: undefined }
    : findGitDir(cwd)
  if (found === undefined) return undefined
  const commonDir = commonDirOf(found.gitDir)
  return { ...found, commonDir, ralphDir: join(commonDir, 'ralph') }
}

export interface Head {
  branch?: string
  commit?: string
}

/** What is checked out, as far as the files tell. */
export function readHead(place: Pick<Place, 'gitDir' | 'commonDir'>): Head {
  try {
    const head = readFileSync(join(place.gitDir, 'HEAD'), 'utf8').trim()
    const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1]
    const commit = branch === undefined ? head : readRefFile(place, `refs/heads/${branch}`)
    return {
      ...(branch !== undefined && branch !== '.invalid' && { branch }),
      ...(commit !== undefined && /^[0-9a-f]{40}$/.test(commit) && { commit }),
    }
  } catch {
    return {}
  }
}
