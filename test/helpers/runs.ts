/** How often a property is tried: seeds differ each time, so that few runs often see as much as many runs once. `RALPH_RUNS=10` tries ten times as often. */
const FACTOR = Number(process.env['RALPH_RUNS'] ?? 1)

export const runs = (usual: number): { numRuns: number } => ({ numRuns: Math.ceil(usual * FACTOR) })
