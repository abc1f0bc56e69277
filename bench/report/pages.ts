/**
 * Figures in pages. People write the pages; what stands between two comments is written from what was measured:
 *
 *     <!-- bench table recall/1000 -->…<!-- /bench -->
 *     <!-- bench figure recall/1000 | git ralph recall | / node -->×1.64<!-- /bench -->
 *     <!-- bench goals -->…<!-- /bench -->
 */
import { renderChart } from './chart.js'
import { renderGoals } from './goals.js'
import { renderMarkdown } from './render.js'
import { figureAt, type Results } from './results.js'
import { showValue } from './table.js'

export const PAGES = ['README.md', 'docs/performance.md', 'docs/search.md', 'docs/agents.md']
/** Where the charts are, and how a page in docs/ refers to them. */
export const CHARTS = 'docs/charts'

export const REGION = /(<!-- bench (table|figure|goals) ?(.*?) ?-->)([\s\S]*?)(<!-- \/bench -->)/g
export const MISSING = 'not measured yet'

export function fillPage(page: string, results: Results): string {
  return page.replace(REGION, (_, open: string, kind: string, what: string, _old: string, close: string) => {
    if (kind === 'figure') return `${open}${showFigure(what, results)}${close}`
    const block = kind === 'goals' ? renderGoals(results) : showTable(what, results)
    return `${open}\n${block}\n${close}`
  })
}

/** The tables that a page shows. */
export function tablesIn(page: string): string[] {
  return [...page.matchAll(REGION)].flatMap(([, , kind, what]) => (kind === 'table' ? [what!] : []))
}

/** By file name. */
export function renderCharts(results: Results): Record<string, string> {
  const charted = Object.values(results).filter(({ chart }) => chart !== undefined)
  return Object.fromEntries(charted.map((table) => [chartName(table.id), renderChart(table)]))
}

const chartName = (id: string): string => `${id.replaceAll('/', '-')}.svg`

function showTable(id: string, results: Results): string {
  const table = results[id]
  if (!table) return MISSING
  return renderMarkdown(table, table.chart && `charts/${chartName(id)}`)
}

function showFigure(what: string, results: Results): string {
  const [id, row, column] = what.split(' | ') as [string, string, string]
  const figure = figureAt(results, id, row, column)
  return figure ? showValue(figure.value, figure.unit) : MISSING
}
