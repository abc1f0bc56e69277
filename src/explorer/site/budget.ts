/** What a briefing would hold: nobody can be asked in an exported site, so that some budgets are asked for beforehand. */
import type { Ask } from './gather.js'
import type { BudgetFile, BudgetStep } from './shapes.js'

const BUDGETS = [
  100, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12_000, 16_000, 24_000, 32_000,
]

interface Briefing {
  branch: string
  tokens: number
  left: number
  explain?: (BudgetFile['memories'][number] & { left?: string })[]
}

export async function gatherBudget(ask: Ask): Promise<BudgetFile> {
  const places = new Map<string, number>()
  const memories: BudgetFile['memories'] = []
  const steps: BudgetStep[] = []
  let on = ''
  for (const budget of BUDGETS) {
    const {
      branch,
      tokens,
      left,
      explain = [],
    } = (await ask('prime', `--budget=${budget}`, '--explain')) as Briefing
    on = branch
    const considered = explain.map(({ left: why, ...memory }): [number, string?] => {
      const place = places.get(memory.id) ?? memories.push(memory) - 1
      places.set(memory.id, place)
      return why === undefined ? [place] : [place, why]
    })
    steps.push({ budget, tokens, left, explain: considered })
  }
  return { branch: on, memories, steps }
}
