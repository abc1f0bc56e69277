/** What a run of several rounds says at its end. */
import type { Outcome } from './round.js'

export function replayLine({ seed, seconds }: Pick<Outcome, 'seed' | 'seconds'>): string {
  return `npm run torture -- --seed ${seed} --rounds 1 --round-seconds ${seconds}`
}

export function renderFailure(outcome: Outcome): string {
  return [
    `seed ${outcome.seed}: ${outcome.findings.length} found`,
    ...outcome.findings.map((finding) => `  ${finding.replaceAll('\n', '\n    ')}`),
    `  left in ${outcome.dir}, log in ${outcome.log}`,
    `  replay: ${replayLine(outcome)}`,
  ].join('\n')
}

export function renderSummary(outcomes: Outcome[], minutes: number): string {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes)
    for (const [what, n] of Object.entries(outcome.counts)) counts[what] = (counts[what] ?? 0) + n
  const sum = (pick: (outcome: Outcome) => number): number =>
    outcomes.reduce((all, one) => all + pick(one), 0)
  const failed = outcomes.filter(({ findings }) => findings.length > 0)
  const seeds = outcomes.map(({ seed }) => seed)
  return [
    `${outcomes.length} rounds in ${minutes.toFixed(1)} minutes, seeds ${Math.min(...seeds)} to ${Math.max(...seeds)}, ${failed.length} failed`,
    `operations: ${Object.entries(counts)
      .filter(([what]) => !what.startsWith('settle') && what !== 'finding')
      .toSorted(([, a], [, b]) => b - a)
      .map(([what, n]) => `${what} ${n}`)
      .join(', ')}`,
    `checked in every repository: ${sum(({ checked }) => checked.known)} texts had to be there, ${sum(({ checked }) => checked.journal)} in the journal; ` +
      `${sum(({ checked }) => checked.refused)} refused and ${sum(({ checked }) => checked.forgotten)} forgotten ones had not to`,
    ...(outcomes.some(({ hadSmallDisk }) => hadSmallDisk)
      ? []
      : ['skipped: a full disk and a read-only one, since nothing can be mounted here']),
    ...failed.map((outcome) => `failed: ${replayLine(outcome)}`),
  ].join('\n')
}
