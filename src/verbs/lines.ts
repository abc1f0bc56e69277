/** Lines: every line with its base, how far the two are apart, its last write, and what became of its branch. */
import type { Env } from '../env.js'
import { readConfig } from '../store/git/config.js'
import { countMemories, type MemoryCounts } from '../store/line/count-memories.js'
import { logLine } from '../store/line/commits.js'
import { findLanding } from '../store/landing/landing.js'
import { defaultBranch } from '../store/line/line.js'
import { type Distance, readLineGraph } from '../store/line/line-graph.js'
import { type CodeBranches, type LineTip, listCodeBranches, listLineTips } from '../store/line/line-refs.js'
import { memoryRemote } from '../store/share/remote.js'
import type { Repo } from '../store/git/repo.js'
import { openWorkspace } from '../store/workspace.js'

/** `live`: its branch exists. `landed`: its base has all of it. `abandoned`: neither. `remote`: only a remote has it. */
export type LineStanding = 'live' | 'landed' | 'abandoned' | 'remote'

export interface LineSummary {
  branch: string
  remote?: string
  /** The branch whose line it is compared with; undefined for the default branch, and when no base has a line. */
  base: string | undefined
  state: LineStanding
  current: boolean
  memories: number
  /** What the line has and its base has not. */
  ahead: { memories: number; commits: number }
  /** What the base has and the line has not. */
  behind: { memories: number; commits: number }
  /** Memories that both have, in different versions. */
  changed: number
  lastWrite: LineTip['lastWrite']
  tip: string
}

export interface Lines {
  /** Last written first. */
  lines: LineSummary[]
  warnings: string[]
}

export interface LinesOptions {
  /** Also compare the code of each branch with its base's: costs several git processes a line. */
  landed?: boolean
}

interface Compared extends LineTip {
  base: LineTip | undefined
}

export async function lines(env: Env, options: LinesOptions = {}): Promise<Lines> {
  const { repo, view, warnings } = await openWorkspace(env)
  const tips = await listLineTips(repo)
  const code = await listCodeBranches(repo)
  const compared = await findBases(repo, tips)
  const graph = await readLineGraph(
    repo,
    compared.map(({ tip }) => tip),
  )
  const distances = new Map(
    compared.map((line) => [line, line.base && graph.distance(line.base.tip, line.tip)]),
  )
  const counts = await countLines(repo, distances)
  const summaries = compared.map((line): LineSummary => {
    const { total, added, changed, removed } = counts.get(line)!
    const { branch, remote, base, tip, lastWrite } = line
    const { ahead, behind } = distances.get(line) ?? { ahead: 0, behind: 0 }
    const current = remote === undefined && branch === view.checkedOut
    const exists = current || code.local.has(branch) || code.remote.has(branch)
    const gone = base !== undefined && ahead === 0 ? 'landed' : 'abandoned'
    return {
      branch,
      ...(remote !== undefined && { remote }),
      base: base?.branch,
      state: remote !== undefined ? 'remote' : exists ? 'live' : gone,
      current,
      memories: total,
      // Without a base it was counted from nothing: that is its total, and no lead.
      ahead: { memories: base ? added : 0, commits: ahead },
      behind: { memories: removed, commits: behind },
      changed,
      lastWrite,
      tip,
    }
  })
  if (options.landed) for (const line of summaries) await askForLanding(repo, line, code)
  return { lines: summaries.toSorted(lastWrittenFirst), warnings }
}

function lastWrittenFirst(a: LineSummary, b: LineSummary): number {
  const [keyA, keyB] = [a.lastWrite.when, b.lastWrite.when]
  return keyA === keyB ? (a.branch < b.branch ? -1 : 1) : keyA < keyB ? 1 : -1
}

/** Local lines, and those that only a remote has, each with the line that it is compared with. */
async function findBases(repo: Repo, tips: readonly LineTip[]): Promise<Compared[]> {
  const local = new Map(tips.filter(({ remote }) => !remote).map((line) => [line.branch, line]))
  const shown = tips.filter(({ remote, branch }) => !remote || !local.has(branch))
  // Asked once for all: `baseOf` would ask git for each branch where refs are not files.
  const fallback = await defaultBranch(repo)
  const config = await readConfig(repo)
  const shared = memoryRemote(config, repo.env.vars)
  const nextBase = (branch: string): string => config.git[`branch.${branch}.ralphbase`] ?? fallback
  return shown.map((line) => {
    const seen = new Set([line.branch])
    for (let base = nextBase(line.branch); !seen.has(base); base = nextBase(base)) {
      const found =
        local.get(base) ??
        tips.find(({ remote, branch }) => branch === base && remote === (line.remote ?? shared))
      if (found) return { ...line, base: found }
      seen.add(base)
    }
    return { ...line, base: undefined }
  })
}

/** Lines of the same base one after the other, in the order in which they left it. */
async function countLines(
  repo: Repo,
  distances: ReadonlyMap<Compared, Distance | undefined>,
): Promise<Map<Compared, MemoryCounts>> {
  const families = new Map<LineTip | undefined, Compared[]>()
  for (const line of distances.keys()) families.set(line.base, [...(families.get(line.base) ?? []), line])
  const forkOf = (line: Compared): number => distances.get(line)?.fork ?? 0
  const chains = [...families].map(([base, members]) => ({
    base: base?.tree,
    members: members.toSorted((a, b) => forkOf(a) - forkOf(b)),
  }))
  const counts = await countMemories(
    repo,
    chains.map(({ base, members }) => ({ base, trees: members.map(({ tree }) => tree) })),
  )
  return new Map(chains.flatMap(({ members }, i) => members.map((line, j) => [line, counts[i]![j]!])))
}

async function askForLanding(repo: Repo, line: LineSummary, code: CodeBranches): Promise<void> {
  if (line.base === undefined || line.state === 'landed' || line.ahead.commits === 0) return
  const base = code.local.has(line.base) ? `refs/heads/${line.base}` : code.remote.get(line.base)
  if (base === undefined) return
  const tip = code.local.get(line.branch) ?? code.remote.get(line.branch)
  const own = await logLine(repo, line.tip, line.ahead.commits)
  const known = own.flatMap(({ code: at, branch }) => (at && branch === line.branch ? [at] : [])).toReversed()
  const answer = await findLanding(repo, { ...(tip && { tip }), base, branch: line.branch, known })
  if (answer.landed) line.state = 'landed'
}
