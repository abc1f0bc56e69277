/** What following links costs beside a plain recall: cold, at 10,000 memories with 30,000 links. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTurns, NODE, runNode, runRalph } from './measure.js'
import { makeMemories, makeRepository, QUESTIONS } from './recall/corpus.js'
import { type Table, tableOfSamples } from './report/table.js'

const quick = process.argv.includes('--quick')
const COUNT = quick ? 100 : 10_000
const LINKS_EACH = 3
const ROUNDS = quick ? 1 : 11
const RELATIONS = ['related_to', 'affects', 'discovered_in'] as const

export function measure(): Table[] {
  const dir = mkdtempSync(join(tmpdir(), 'ralph-graph-'))
  const memories = [...makeMemories(COUNT)]
  const linked = memories.map((memory, n) => ({
    ...memory,
    links: Array.from({ length: LINKS_EACH }, (_, i) => ({
      to: memories[(Math.imul(n * LINKS_EACH + i + 1, 2_654_435_761) >>> 0) % COUNT]!.id,
      rel: RELATIONS[i]!,
    })),
  }))
  makeRepository(dir, linked)
  runRalph(dir, 'recall', QUESTIONS[0]!)
  const question = (round: number): string => QUESTIONS[round % QUESTIONS.length]!
  const around = (round: number): string => memories[(round * 997) % COUNT]!.id
  const samples = inTurns(ROUNDS, {
    'node -e 0': () => runNode(dir, ...NODE),
    recall: (round) => runRalph(dir, 'recall', question(round)),
    'recall --related': (round) => runRalph(dir, 'recall', question(round), '--related'),
    'graph --around': (round) => runRalph(dir, 'graph', '--around', around(round)),
    'graph --around --depth 2': (round) => runRalph(dir, 'graph', '--around', around(round), '--depth', '2'),
  })
  rmSync(dir, { recursive: true, force: true })
  const title = `Following links, ${COUNT.toLocaleString('en')} memories with ${(COUNT * LINKS_EACH).toLocaleString('en')} links, ${ROUNDS} rounds`
  return [tableOfSamples({ id: 'graph/cost', title }, samples, 'recall')]
}
