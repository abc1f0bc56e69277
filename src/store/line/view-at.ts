/** What a line knew at a point of the code, or of time. */
import type { Oid, Repo } from '../git/repo.js'

interface Written {
  commit: Oid
  seconds: number
  /** The code that was checked out. */
  code: Oid | undefined
}

/** The newest commit of the line made by then. */
export async function tipByDate(repo: Repo, tip: Oid, date: Date): Promise<Oid | undefined> {
  const seconds = Math.floor(date.getTime() / 1000)
  return (await readLine(repo, tip)).find((written) => written.seconds <= seconds)?.commit
}

/**
 * The newest commit of the line that was made on `code` or on a commit before it. One whose code git no longer has, as after a
 * rebase, counts by its date.
 */
export async function tipByCode(repo: Repo, tip: Oid, code: Oid): Promise<Oid | undefined> {
  const line = await readLine(repo, tip)
  const codes = [...new Set(line.flatMap((written) => written.code ?? []))]
  const [later, known, seconds] = await Promise.all([
    notContained(repo, codes, code),
    existing(repo, codes),
    dateOf(repo, code),
  ])
  const isBefore = (written: Written): boolean =>
    written.code !== undefined && known.has(written.code)
      ? !later.has(written.code)
      : written.seconds <= seconds
  return line.find(isBefore)?.commit
}

/** Newest first, merged lines left out: what they brought came with the merge. */
async function readLine(repo: Repo, tip: Oid): Promise<Written[]> {
  const log = await repo.git([
    'log',
    '--first-parent',
    '--format=%H %ct %(trailers:key=Ralph-Code,valueonly,separator=%x20)',
    tip,
    '--',
  ])
  return log
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [commit, seconds, code] = line.trim().split(' ')
      return { commit: commit!, seconds: Number(seconds), code: /^[0-9a-f]{40,64}$/.exec(code ?? '')?.[0] }
    })
}

/** Those of `codes` that `code` does not contain: git walks no further than what they have that it lacks. */
async function notContained(repo: Repo, codes: readonly Oid[], code: Oid): Promise<Set<Oid>> {
  const input = [...codes, `^${code}`].map((line) => `${line}\n`).join('')
  const listed = await repo.git(['rev-list', '--ignore-missing', '--stdin'], { input })
  return new Set(listed.split('\n'))
}

async function existing(repo: Repo, codes: readonly Oid[]): Promise<Set<Oid>> {
  const answers = await repo.git(['cat-file', '--batch-check=%(objectname) %(objecttype)'], {
    input: codes.map((oid) => `${oid}\n`).join(''),
  })
  return new Set(
    answers.split('\n').flatMap((line) => (line.endsWith(' commit') ? [line.split(' ')[0]!] : [])),
  )
}

async function dateOf(repo: Repo, code: Oid): Promise<number> {
  return Number(await repo.git(['log', '-1', '--format=%ct', code, '--']))
}
