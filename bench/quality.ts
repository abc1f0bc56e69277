/**
 * How good the answers are: recall, MRR and nDCG on conversations (LoCoMo), names in code, and Korean, beside lunr as it comes,
 * SQLite FTS5 and MiniSearch. LoCoMo and KorSTS are read from RALPH_DATA (or ../shared/data) and left out when they are not there.
 * `--tune` measures the halves that weights may be chosen on; the tables in docs/ are of the other halves.
 */
import { fts5, lunrAsItComes, miniSearch, ours, type Engine } from './quality/engines.js'
import { measure } from './quality/measure.js'
import { dataFile, readIdentifiers, readKorean, readLocomo, type Corpus } from './quality/sets.js'

const half = process.argv.includes('--tune') ? 'tune' : 'report'
const engines: [string, Engine][] = [
  ['git-ralph', ours],
  ['lunr as it comes', lunrAsItComes],
  ['FTS5, OR of at most 10 words', fts5(10)],
  ['FTS5, OR of all words', fts5(Infinity)],
  ['MiniSearch', miniSearch],
]
const locomo = dataFile('locomo/locomo10.json')
const korean = dataFile('korsts')
const sets: [string, Corpus[] | undefined][] = [
  ['LoCoMo turns', locomo === undefined ? undefined : readLocomo(locomo, half)],
  ['Names in code', readIdentifiers(half)],
  ['Korean', korean === undefined ? undefined : readKorean(korean, half)],
]

for (const [name, corpora] of sets) {
  if (corpora === undefined) {
    console.log(`\n${name}: left out, the data is not here (set RALPH_DATA)`)
    continue
  }
  const documents = corpora.reduce((sum, corpus) => sum + corpus.documents.length, 0)
  const questions = corpora.reduce((sum, corpus) => sum + corpus.questions.length, 0)
  console.log(`\n### ${name}: ${questions} questions, ${documents} documents (${half})\n`)
  console.log('| | recall@5 | @10 | @20 | MRR | nDCG@10 |\n|---|---|---|---|---|---|')
  for (const [engineName, engine] of engines) {
    const figures = measure(engine, corpora)
    if (figures === undefined) {
      console.log(`| ${engineName} | can't run here | | | | |`)
      continue
    }
    const { recall, mrr, ndcg } = figures
    const cells = [recall[5], recall[10], recall[20], mrr, ndcg].map((value) => value.toFixed(1))
    console.log(`| ${engineName} | ${cells.join(' | ')} |`)
  }
}
