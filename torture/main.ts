import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderFailure, renderSummary } from './report.js'
import { type Outcome, playRound } from './round.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 1_000_000) },
    rounds: { type: 'string', default: '0' },
    'round-seconds': { type: 'string', default: '30' },
  },
})

const start = Date.now()
const minutesGone = (): number => (Date.now() - start) / 60_000
const [minutes, first, rounds, seconds] = [
  values.minutes,
  values.seed,
  values.rounds,
  values['round-seconds'],
].map(Number)
const logDir = mkdtempSync(join(tmpdir(), 'ralph-torture-log-'))
const outcomes: Outcome[] = []
let longest = 0
/** The next round is not begun where it would not end in time. */
const mayGoOn = (): boolean =>
  rounds ? outcomes.length < rounds : outcomes.length === 0 || minutesGone() + longest <= minutes!
console.log(`torture: seed ${first}, ${seconds} seconds a round`)
for (let seed = first!; mayGoOn(); seed++) {
  const begun = minutesGone()
  const outcome = await playRound({ seed, seconds: seconds!, logDir })
  outcomes.push(outcome)
  longest = Math.max(longest, minutesGone() - begun)
  if (outcome.findings.length > 0) console.error(renderFailure(outcome))
  else
    console.log(
      `seed ${seed}: ${Object.values(outcome.counts).reduce((a, b) => a + b, 0)} operations, nothing found`,
    )
}
console.log(renderSummary(outcomes, minutesGone()))
if (outcomes.some(({ findings }) => findings.length > 0)) process.exitCode = 1
