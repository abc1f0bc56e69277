/** What axe finds on a page, as far as it is serious. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Found {
  violations: { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }[]
}

export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated by the debugger: the page's policy lets no script in.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<Found>('axe.run(document, { resultTypes: ["violations"] })')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}
