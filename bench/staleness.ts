/**
 * How often the verdict on an anchor is right, on real history: lines are anchored at one commit and judged some commits later. The
 * truth comes from the edits themselves, followed commit by commit; the verdict sees only both ends.
 * `RALPH_REPO=<repository> npm run bench -- staleness`. It is cloned first and not touched; `--quick` takes this one.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createAnchor, renderAnchor, renderRange } from '../src/memory/anchor.js'
import type { Anchor } from '../src/memory/memory.js'
import { processEnv } from '../src/process-env.js'
import { judgeAnchors } from '../src/store/anchors/verdicts.js'
import { openRepo } from '../src/store/git/repo.js'
import { type Answer, countOf, inPercent, type Table } from './report/table.js'
import { editsOf, follow, type Tracked } from './staleness/truth.js'

const quick = process.argv.includes('--quick')
const AHEAD = quick ? [1] : [1, 5, 20, 100]
const STARTS = quick ? 2 : 40
const PER_START = quick ? 5 : 25
const STATES = ['fresh', 'moved', 'changed', 'gone'] as const

const source = resolve(process.env['RALPH_REPO'] ?? '.')
const ID = `staleness/${basename(source)}`
const scratch = mkdtempSync(join(tmpdir(), 'ralph-staleness-'))
const dir = join(scratch, 'repo.git')

function git(args: string[], cwd = dir): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 30 })
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`)
  return stdout
}

let seed = 7
function draw(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return (seed >>> 8) % below
}

/** Lines of text files at a commit. */
function anchorSome(commit: string): { anchor: Anchor; tracked: Tracked }[] {
  const files = git(['ls-tree', '-r', '-z', '-l', commit])
    .split('\0')
    .map((line) => /^100\d+ blob (\w+) +(\d+)\t(.+)$/s.exec(line))
    .filter(
      (found) =>
        found && Number(found[2]) < 200_000 && /\.(js|ts|py|go|rs|c|h|rb|java|md|css)$/.test(found[3]!),
    )
  if (files.length === 0) return []
  return Array.from({ length: PER_START }, () => {
    const [, blob, , path] = files[draw(files.length)]!
    const content = git(['cat-file', 'blob', blob!])
    const count = content.replace(/\n$/, '').split('\n').length
    const from = 1 + draw(count)
    const range = { from, to: Math.min(count, from + draw(15)) }
    return {
      anchor: createAnchor({ path: path!, range }, blob!, content),
      tracked: { path: path!, ...range },
    }
  })
}

export async function measure(): Promise<Answer[]> {
  if (process.env['RALPH_REPO'] === undefined && !quick)
    return ['minisearch', 'lunr.js'].map((name) => ({
      id: `staleness/${name}`,
      absent: 'no clone was given (set RALPH_REPO)',
    }))
  try {
    return await judge()
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function judge(): Promise<Table[]> {
  git(['clone', '-q', '--bare', source, dir], scratch)
  const commits = git(['rev-list', '--first-parent', '--reverse', 'HEAD']).trim().split('\n')
  const repo = await openRepo({ ...processEnv(), cwd: dir })
  const rows: Table['rows'] = []
  const matrix = new Map<string, number>()
  for (const ahead of AHEAD) {
    const count = {
      all: 0,
      same: 0,
      truePositive: 0,
      falsePositive: 0,
      falseNegative: 0,
      moved: 0,
      placed: 0,
    }
    for (let n = 0; n < STARTS; n++) {
      const at = Math.floor(((commits.length - ahead - 1) * n) / STARTS)
      if (at < 0) continue
      const [start, end] = [commits[at]!, commits[at + ahead]!]
      const sample = anchorSome(start)
      const edits = editsOf(
        git([
          'log',
          '--first-parent',
          '-m',
          '--reverse',
          '-p',
          '-U0',
          '-w',
          '-M',
          '--no-color',
          '--no-ext-diff',
          '--src-prefix=a/',
          '--dst-prefix=b/',
          '--format=commit %H',
          `${start}..${end}`,
        ]),
      )
      const verdicts = await judgeAnchors(
        repo,
        sample.map(({ anchor }) => anchor),
        { revision: end, head: end },
      )
      for (const { anchor, tracked } of sample) {
        const truth = follow(tracked, edits)
        const verdict = verdicts.get(anchor)!
        const [real, said] = [truth.state, verdict.state].map(
          (state) => state === 'changed' || state === 'gone',
        )
        count.all++
        if (truth.state === verdict.state) count.same++
        if (real && said) count.truePositive++
        if (!real && said) count.falsePositive++
        if (real && !said) count.falseNegative++
        if (truth.state === 'moved' && verdict.state === 'moved') {
          count.moved++
          const { path = anchor.path, lines } = verdict
          const place = renderAnchor({ path, lines: lines ?? anchor.lines! })
          if (place === `${truth.path}:${renderRange(truth)}`) count.placed++
        }
        const cell = `${truth.state} ${verdict.state}`
        matrix.set(cell, (matrix.get(cell) ?? 0) + 1)
      }
    }
    const percent = (part: number, whole: number) => (whole === 0 ? '—' : inPercent((100 * part) / whole))
    const { all, same, truePositive: hit, falsePositive, falseNegative, moved, placed } = count
    rows.push([
      String(ahead),
      countOf(all),
      percent(hit, hit + falsePositive),
      percent(hit, hit + falseNegative),
      percent(same, all),
      percent(placed, moved),
    ])
  }
  return [
    {
      id: ID,
      title: `${basename(source)}: ${commits.length} commits; ${STARTS} starts, ${PER_START} anchors each, in percent`,
      columns: [
        'commits later',
        'anchors',
        'precision of stale',
        'recall of stale',
        'same verdict',
        'right place of moved',
      ],
      rows,
    },
    {
      id: `${ID}-verdicts`,
      title: `${basename(source)}: what was said of what the edits say`,
      columns: ['the edits say', ...STATES],
      rows: STATES.map((truth) => [
        truth,
        ...STATES.map((said) => countOf(matrix.get(`${truth} ${said}`) ?? 0)),
      ]),
    },
  ]
}
