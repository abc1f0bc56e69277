/**
 * What recall by meaning costs beside recall by words, with the vectors that we ship: cold, at 10,000 memories; with `--large` at 100,000
 * too. Quality is measured by `quality`.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTurns, NODE, printSamples, runNode, runRalph } from './measure.js'
import { git, makeMemories, makeRepository, QUESTIONS } from './recall/corpus.js'

const ROUNDS = 9
const SIZES = process.argv.includes('--large') ? [10_000, 100_000] : [10_000]

const scratch = mkdtempSync(join(tmpdir(), 'ralph-meaning-'))
try {
  for (const count of SIZES) measure(join(scratch, String(count)), count)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function measure(dir: string, count: number): void {
  makeRepository(dir, makeMemories(count))
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
  console.log(`\n${count} memories: ${filled.out}`)
  console.log(
    `all embedded in ${(filled.cpu / 1000).toFixed(1)} s of the processor; kept in ${(bytes / 1e6).toFixed(1)} MB\n`,
  )
  printSamples(
    inTurns(ROUNDS, {
      'node -e 0': () => runNode(dir, ...NODE),
      'recall, words alone': recall('none'),
      'recall, embeddings=local': recall('local'),
    }),
  )
}
