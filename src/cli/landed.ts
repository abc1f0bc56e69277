/** How landings are told. */
import type { LandReport } from '../store/land.js'

export function sayLanding(report: LandReport): string {
  if (report.outcome === 'landed') {
    const variants = report.merge.conflicts.length
    return `✓ ${report.branch}: landed in ${report.base} (${report.how})${variants > 0 ? `, ${variants} to resolve (git ralph resolve)` : ''}`
  }
  const byHand =
    report.why === 'unsure' || report.why === 'partial'
      ? `; if it has: git ralph land ${report.branch} --anyway`
      : ''
  return `• ${report.branch}: stays, ${report.detail}${byHand}`
}
