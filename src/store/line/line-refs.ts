/** Every line there is, here and as the remotes last had it, with its last write: one git process for all. */
import { cleanBody } from '../../memory/text.js'
import { timeOf } from './commits.js'
import { decodeBranch } from './branch-name.js'
import { LINES } from './line.js'
import { readConfig } from '../git/config.js'
import { listRefs } from '../git/refs.js'
import { TRACKING } from '../share/remote.js'
import type { Oid, Repo } from '../git/repo.js'

export interface LineTip {
  branch: string
  /** Set for what a remote last had. */
  remote?: string
  tip: Oid
  tree: Oid
  lastWrite: { when: string; author: string; subject: string }
}

export async function listLineTips(repo: Repo): Promise<LineTip[]> {
  const fields = ['refname', 'objectname', 'tree', 'committerdate:unix', 'authorname', 'subject']
  const format = fields.map((field) => `%(${field})`).join('%00')
  const listing = await repo.git(['for-each-ref', `--format=${format}`, LINES, TRACKING])
  return listing
    .split('\n')
    .map((line) => line.split('\0'))
    .flatMap(([ref = '', tip = '', tree, seconds, author = '', subject = '']) => {
      const name = parseLineRef(ref)
      // A ref from elsewhere may point to something that is no commit.
      if (!name || !tree) return []
      const lastWrite = {
        when: timeOf(Number(seconds)),
        author: cleanBody(author),
        subject: cleanBody(subject),
      }
      return [{ ...name, tip, tree, lastWrite }]
    })
}

function parseLineRef(ref: string): { branch: string; remote?: string } | undefined {
  if (ref.startsWith(`${LINES}/`)) return { branch: decodeBranch(ref.slice(LINES.length + 1)) }
  const [remote, branch] = ref.slice(TRACKING.length + 1).split('/')
  return remote && branch ? { remote: decodeBranch(remote), branch: decodeBranch(branch) } : undefined
}

export interface CodeBranches {
  local: Map<string, Oid>
  /** By the branch's name on its remote. */
  remote: Map<string, Oid>
}

export async function listCodeBranches(repo: Repo): Promise<CodeBranches> {
  const [heads, remotes] = [await listRefs(repo, 'refs/heads'), await listRefs(repo, 'refs/remotes')]
  const names = Object.keys((await readConfig(repo)).git).flatMap(
    (key) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? [],
  )
  const remote = new Map<string, Oid>()
  for (const [ref, oid] of remotes) {
    const rest = ref.slice('refs/remotes/'.length)
    const owner = names.find((name) => rest.startsWith(`${name}/`)) ?? rest.split('/', 1)[0]!
    const branch = rest.slice(owner.length + 1)
    if (branch && branch !== 'HEAD') remote.set(branch, oid)
  }
  return {
    local: new Map([...heads].map(([ref, oid]) => [ref.slice('refs/heads/'.length), oid])),
    remote,
  }
}
