/** How landings are told. */
import type { LandReport } from '../store/landing/land.js'
import { sayConflicts } from '../verbs/say-conflicts.js'

export function sayLanding(report: LandReport): string {
  if (report.outcome === 'landed') {
    const conflicts = sayConflicts(report.merge.conflicts)
    return `✓ ${report.branch}: landed in ${report.base} (${report.how})${conflicts ? `, ${conflicts}` : ''}`
  }
  const byHand =
    report.why === 'unsure' || report.why === 'partial'
      ? `; if it has: git ralph land ${report.branch} --anyway`
      : ''
  return `• ${report.branch}: stays, ${report.detail}${byHand}`
}
