/**
 * How good the answers are: recall, MRR and nDCG on conversations (LoCoMo), names in code, and Korean, beside lunr as it comes,
 * SQLite FTS5 and MiniSearch. LoCoMo and KorSTS are read from RALPH_DATA (or ../shared/data) and left out when they are not there.
 * Ours by words alone, with the vectors we ship, and with those of a server if RALPH_EMBEDDINGS names one.
 * `--tune` measures the halves that weights may be chosen on; the tables in docs/ are of the other halves.
 */
import { join } from 'node:path'
import { localProvider } from '../src/store/embeddings/local.js'
import { openProvider } from '../src/store/embeddings/open-provider.js'
import type { EmbeddingProvider } from '../src/store/embeddings/provider.js'
import { resolveSettings } from '../src/store/settings/settings.js'
import { fts5, lunrAsItComes, miniSearch, ours, type Engine } from './quality/engines.js'
import { measure as score } from './quality/measure.js'
import { dataFile, readIdentifiers, readKorean, readLocomo, type Corpus } from './quality/sets.js'
import { type Answer, inPercent, type Table } from './report/table.js'

declare const ROOT: string

const quick = process.argv.includes('--quick')
const half = process.argv.includes('--tune') ? 'tune' : 'report'
const remote = chosenProvider()
const engines: [string, Engine][] = [
  ['git-ralph', ours()],
  ['git-ralph, embeddings=local', ours(localProvider(join(ROOT, 'assets', 'words.vec')))],
  ...(remote ? [[`git-ralph, ${remote.model}`, ours(remote)] as [string, Engine]] : []),
  ['lunr as it comes', lunrAsItComes],
  ['FTS5, OR of at most 10 words', fts5(10)],
  ['FTS5, OR of all words', fts5(Infinity)],
  ['MiniSearch', miniSearch],
]
const locomo = dataFile('locomo/locomo10.json')
const korean = dataFile('korsts')
const sets: [string, string, Corpus[] | undefined][] = [
  ['locomo', 'LoCoMo turns', locomo === undefined ? undefined : readLocomo(locomo, half)],
  ['names', 'Names in code', readIdentifiers(half)],
  ['korean', 'Korean', korean === undefined ? undefined : readKorean(korean, half)],
]

export async function measure(): Promise<Answer[]> {
  const answers: Answer[] = []
  // Names in code need no data from elsewhere.
  for (const [key, name, corpora] of quick ? [few(sets[1]!)] : sets) {
    const id = `quality/${key}`
    if (corpora === undefined) answers.push({ id, absent: 'the data is not here (set RALPH_DATA)' })
    else answers.push(await measureOn(id, name, corpora))
  }
  return answers
}

function few([key, name, corpora]: [string, string, Corpus[] | undefined]): (typeof sets)[number] {
  const cut = corpora?.map(({ documents, questions }) => ({
    documents: documents.slice(0, 300),
    questions: questions.slice(0, 20),
  }))
  return [key, name, cut]
}

async function measureOn(id: string, name: string, corpora: Corpus[]): Promise<Table> {
  const documents = corpora.reduce((sum, corpus) => sum + corpus.documents.length, 0)
  const questions = corpora.reduce((sum, corpus) => sum + corpus.questions.length, 0)
  const rows: Table['rows'] = []
  for (const [engineName, engine] of engines) {
    const figures = await score(engine, corpora)
    if (figures === undefined) {
      rows.push([engineName, "can't run here", '', '', '', ''])
      continue
    }
    const { recall, mrr, ndcg } = figures
    rows.push([engineName, ...[recall[5], recall[10], recall[20], mrr, ndcg].map(inPercent)])
  }
  return {
    id,
    title: `${name}: ${questions} questions, ${documents} documents (${half})`,
    columns: ['percent', 'recall@5', '@10', '@20', 'MRR', 'nDCG@10'],
    rows,
  }
}

/** A server, if the environment names one. */
function chosenProvider(): EmbeddingProvider | undefined {
  const settings = resolveSettings({ git: {}, yml: {}, shell: {}, problems: [] }, process.env)
  const provider = openProvider(settings, process.env)
  return provider?.host === undefined ? undefined : provider
}
