/** What the pages say was measured, and comes from what the benches wrote. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { GOALS, renderGoals } from '../../bench/report/goals.js'
import { CHARTS, fillPage, MISSING, PAGES, REGION, renderCharts, tablesIn } from '../../bench/report/pages.js'
import { renderText } from '../../bench/report/render.js'
import { addAnswers, readResults, type Results } from '../../bench/report/results.js'
import { factor, inMs, type Table } from '../../bench/report/table.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const measured = readResults(join(root, 'bench/results.json'))

const table: Table = {
  id: 'made/up',
  title: 'Made up',
  columns: ['memories', '100', '1,000'],
  rows: [['recall', factor(1.5), factor(2.25)]],
  chart: { x: 'memories', y: 'empty Node processes' },
}
const day = { date: '2026-01-05', machine: 'a machine' }
const page =
  'before <!-- bench table made/up --><!-- /bench --> <!-- bench figure made/up | recall | 1,000 -->?<!-- /bench -->'

describe('the pages', () => {
  it.each(PAGES)('%s shows what bench/results.json says, and nothing else', (name) => {
    expect(fillPage(read(name), measured)).toBe(read(name))
  })

  it('have the charts of the figures they show', () => {
    const charts = Object.entries(renderCharts(measured))
    expect(charts.length).toBeGreaterThan(0)
    for (const [name, svg] of charts) expect(read(join(CHARTS, name))).toBe(svg)
  })

  it('README.md has no figure that a bench did not print', () => {
    const figure = /×\s?\d|\b\d[\d.,]*\s?(?:ms|s|seconds|minutes|MB|GB|kB|%|percent|times)(?!\w)/
    expect('×1.85').toMatch(figure)
    expect('takes 120 ms at').toMatch(figure)
    const readme = read('README.md')
    expect(readme).toContain('<!-- bench figure ')
    expect(readme).not.toContain(MISSING)
    const prose = readme.replaceAll(REGION, '').replace(/```[\s\S]*?```/g, '')
    expect(figure.exec(prose)).toBeNull()
  })

  it('show every table that a goal is measured in', () => {
    const shown = PAGES.flatMap((name) => tablesIn(read(name)))
    expect(GOALS.map(({ at: [id] }) => id).filter((id) => !shown.includes(id))).toEqual([])
  })
})

describe('a page', () => {
  it('gets the table, its day and the figure in its prose', () => {
    const filled = fillPage(page, addAnswers({}, [table], day))
    expect(filled).toContain('| recall | ×1.50 | ×2.25 |')
    expect(filled).toContain('2026-01-05, a machine')
    expect(filled).toContain('1,000 -->×2.25<!--')
    expect(fillPage(filled, addAnswers({}, [table], day))).toBe(filled)
  })

  it('says so where nothing was measured', () => {
    expect(fillPage(page, {})).toContain('not measured yet')
  })

  it('keeps the table of an earlier day when it could not be made anew, and says why', () => {
    const before = addAnswers({}, [table], day)
    const later = addAnswers(before, [{ id: 'made/up', absent: 'the data is not here' }], {
      ...day,
      date: '2026-02-06',
    })
    const filled = fillPage(page, later)
    expect(filled).toContain('| recall | ×1.50 | ×2.25 |')
    expect(filled).toContain('Not made anew in the last run: the data is not here.')
    expect(filled).toContain('2026-01-05')
    expect(addAnswers(later, [table], day)['made/up']).not.toHaveProperty('absent')
  })
})

it('calls a goal met or missed by its figure', () => {
  const goal = GOALS[0]!
  const withFigure = (value: number): Results =>
    addAnswers(
      {},
      [{ id: goal.at[0], title: '', columns: ['command', goal.at[2]], rows: [[goal.at[1], factor(value)]] }],
      day,
    )
  const line = (results: Results): string => renderGoals(results).split('\n')[2]!
  expect(line(withFigure(goal.most))).toMatch(/ met \|$/)
  expect(line(withFigure(goal.most + 0.1))).toMatch(/\*\*missed\*\* \|$/)
  expect(line({})).toContain('not measured')
})

it('shows the median with the middle half of the samples', () => {
  const shown = renderText({ ...table, rows: [['recall', inMs([1, 2, 3, 4, 100])]] })
  expect(shown).toContain('3.0 (2.0–4.0)')
})
