/** The code that a memory is anchored in, as it is now, with some lines around it. */
import { rangeOf } from '../memory/anchor.js'
import type { Memory } from '../memory/memory.js'
import { readWorkFile } from '../store/anchors/code-files.js'
import type { Repo } from '../store/git/repo.js'
import { type JudgedAnchor, judgeMemories, withChanges } from './stale.js'

export interface CodeLine {
  /** Counted from one. */
  line: number
  text: string
  /** Whether the anchor names it; the others are around it. */
  cited: boolean
}

export interface AnchorWithCode extends JudgedAnchor {
  /** Missing when the file is gone. */
  code?: CodeLine[]
}

const AROUND = 3
const MOST_LINES = 60
/** Of an anchor in a whole file. */
const FIRST_LINES = 12
const LONGEST_LINE = 400

export async function codeOf(repo: Repo, memory: Memory): Promise<AnchorWithCode[]> {
  const [judged] = await judgeMemories(repo, [memory])
  if (!judged) return []
  const { anchors } = await withChanges(repo, judged, undefined)
  return anchors.map((one) => {
    const code = repo.workTree === undefined ? undefined : linesOf(repo, one)
    return code === undefined ? one : { ...one, code }
  })
}

function linesOf(repo: Repo, { anchor, verdict }: JudgedAnchor): CodeLine[] | undefined {
  const content = verdict.state === 'gone' ? undefined : readWorkFile(repo, verdict.path ?? anchor.path)
  if (content === undefined || content.includes(0)) return undefined
  const lines = content.toString('utf8').replace(/\n$/, '').split('\n')
  const cited = rangeOf({ lines: verdict.lines ?? anchor.lines })
  const from = cited ? Math.max(1, cited.from - AROUND) : 1
  const to = Math.min(lines.length, cited ? cited.to + AROUND : FIRST_LINES, from + MOST_LINES - 1)
  return lines.slice(from - 1, to).map((text, i) => ({
    line: from + i,
    text: text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text,
    cited: cited !== undefined && from + i >= cited.from && from + i <= cited.to,
  }))
}
