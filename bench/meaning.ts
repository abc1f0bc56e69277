/**
 * What recall by meaning costs beside recall by words, with the vectors that we ship: cold, at 10,000 memories; with `--large` at 100,000
 * too. Quality is measured by `quality`.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inTurns, NODE, runNode, runRalph } from './measure.js'
import { preparedRepo } from './prepared.js'
import { git, QUESTIONS } from './recall/corpus.js'
import { type Table, tableOfSamples } from './report/table.js'

const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 1 : 9
const SIZES = quick ? [100] : process.argv.includes('--large') ? [10_000, 100_000] : [10_000]

export function measure(): Table[] {
  return SIZES.map(measureAt)
}

function measureAt(count: number): Table {
  const dir = preparedRepo(count)
  const use = (embeddings: string): void => void git(dir, ['config', 'ralph.embeddings', embeddings])
  use('local')
  runRalph(dir, 'recall', QUESTIONS[0]!)
  const filled = runRalph(dir, 'embed')
  const recall = (embeddings: string) => (round: number) => {
    use(embeddings)
    runRalph(dir, 'config') // what git says is read again now, and kept
    return runRalph(dir, 'recall', QUESTIONS[round % QUESTIONS.length]!)
  }
  const vectors = join(dir, '.git/ralph/vectors')
  const bytes = readdirSync(vectors, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(join(vectors, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
  const samples = inTurns(ROUNDS, {
    'node -e 0': () => runNode(dir, ...NODE),
    'recall, words alone': recall('none'),
    'recall, embeddings=local': recall('local'),
  })
  const embedded = `all embedded in ${(filled.cpu / 1000).toFixed(1)} s of the processor, kept in ${(bytes / 1e6).toFixed(1)} MB`
  const title = `Recall by meaning, ${count.toLocaleString('en')} memories, ${ROUNDS} rounds`
  return tableOfSamples({ id: `meaning/${count}`, title, notes: [embedded] }, samples, 'words')
}
