/** Which commit each line of a memory's file came with: git's own answer, which follows merges. */
import { pathOf } from '../../memory/id.js'
import type { MemoryId } from '../../memory/memory.js'
import { cleanBody } from '../../memory/text.js'
import type { Oid, Repo } from '../git/repo.js'

export interface BlamedLine {
  commit: Oid
  text: string
}

export async function blameFile(repo: Repo, tip: Oid, id: MemoryId): Promise<BlamedLine[]> {
  // A file of revisions to ignore is about the code.
  const plain = ['blame', '--ignore-revs-file=', '--porcelain', '--encoding=UTF-8']
  const answer = await repo.git([...plain, tip, '--', pathOf(id)])
  const lines: BlamedLine[] = []
  let commit = ''
  for (const line of answer.split('\n')) {
    if (line.startsWith('\t')) lines.push({ commit, text: cleanBody(line.slice(1)) })
    else commit = /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1] ?? commit
  }
  return lines
}
