/** Recall, mean reciprocal rank and nDCG of one engine on one set, in percent. */
import type { Engine } from './engines.js'
import type { Corpus } from './sets.js'

export interface Figures {
  recall: Record<5 | 10 | 20, number>
  mrr: number
  ndcg: number
  questions: number
}

export async function measure(engine: Engine, corpora: readonly Corpus[]): Promise<Figures | undefined> {
  const sum: Figures = { recall: { 5: 0, 10: 0, 20: 0 }, mrr: 0, ndcg: 0, questions: 0 }
  for (const corpus of corpora) {
    const answers = await engine(corpus)
    if (answers === undefined) return undefined
    corpus.questions.forEach(({ relevant }, i) => {
      const right = answers[i]!.map((id) => relevant.includes(id))
      const found = (depth: number): number => right.slice(0, depth).filter(Boolean).length
      for (const depth of [5, 10, 20] as const) sum.recall[depth] += found(depth) / relevant.length
      const first = right.indexOf(true)
      if (first >= 0) sum.mrr += 1 / (first + 1)
      sum.ndcg += gain(right.slice(0, 10)) / gain(relevant.slice(0, 10).map(() => true))
      sum.questions++
    })
  }
  const percent = (value: number): number => (100 * value) / sum.questions
  return {
    recall: { 5: percent(sum.recall[5]), 10: percent(sum.recall[10]), 20: percent(sum.recall[20]) },
    mrr: percent(sum.mrr),
    ndcg: percent(sum.ndcg),
    questions: sum.questions,
  }
}

function gain(right: readonly boolean[]): number {
  return right.reduce((sum, hit, i) => sum + (hit ? 1 / Math.log2(i + 2) : 0), 0)
}
