/** What a run of several rounds says at its end. */
import type { Outcome } from './round.js'

export function replayLine({ seed, seconds }: Pick<Outcome, 'seed' | 'seconds'>): string {
  return `npm run torture -- --seed ${seed} --rounds 1 --round-seconds ${seconds}`
}

export function renderFailure(outcome: Outcome): string {
  return [
    `seed ${outcome.seed}: ${outcome.findings.length} found`,
    ...outcome.findings.map((finding) => `  ${finding.replaceAll('\n', '\n    ')}`),
    `  left in ${outcome.world.dir}, log in ${outcome.log}`,
    `  replay: ${replayLine(outcome)}`,
  ].join('\n')
}

export function renderSummary(outcomes: Outcome[], minutes: number): string {
  const sum = (pick: (outcome: Outcome) => number): number =>
    outcomes.reduce((all, one) => all + pick(one), 0)
  const failed = outcomes.filter(({ findings }) => findings.length > 0)
  const seeds = outcomes.map(({ seed }) => seed)
  return [
    `${outcomes.length} rounds in ${minutes.toFixed(1)} minutes, seeds ${Math.min(...seeds)} to ${Math.max(...seeds)}, ${failed.length} failed`,
    `operations: ${renderCounts(outcomes.map(({ counts }) => counts))}`,
    `to processes: ${renderCounts(outcomes.map(({ mishaps }) => mishaps))}`,
    `checked in every repository: ${sum(({ checked }) => checked.known)} texts had to be there, ${sum(({ checked }) => checked.journal)} in the journal, ${sum(({ checked }) => checked.byHand)} written by hand; ` +
      `${sum(({ checked }) => checked.refused)} refused and ${sum(({ checked }) => checked.forgotten)} forgotten ones had not to`,
    ...(outcomes.some(({ world }) => world.smallDisk)
      ? []
      : ['skipped: a full disk and a read-only one, since nothing can be mounted here']),
    ...failed.map((outcome) => `failed: ${replayLine(outcome)}`),
  ].join('\n')
}

/** The most frequent first. */
function renderCounts(rounds: Record<string, number>[]): string {
  const sums: Record<string, number> = {}
  for (const counts of rounds)
    for (const [what, n] of Object.entries(counts)) sums[what] = (sums[what] ?? 0) + n
  return Object.entries(sums)
    .filter(([what]) => !what.startsWith('settle') && what !== 'finding')
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, n]) => `${what} ${n}`)
    .join(', ')
}
