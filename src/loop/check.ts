/** Runs the success criteria, one after the other; what each printed is kept. */
import { type Criterion, type CriterionResult, labelOf, saysMarker } from '../loop-rules/criterion.js'
import { countFailing, fingerprint } from '../loop-rules/output.js'
import { resultsBefore } from '../loop-rules/state.js'
import { outputFile, writeOutput } from '../store/loop/loop-files.js'
import { runChild } from './child.js'
import { childVars, drawCookie, enter, noteChild, type Run, timeFor } from './run-state.js'

/** `said` is the agent's text, where the marker is looked for. All are checked, so that the agent hears of every failure. */
export async function checkCriteria(run: Run, iteration: number, said: string): Promise<CriterionResult[]> {
  const before = resultsBefore(run.state, iteration)
  const results: CriterionResult[] = []
  for (const criterion of run.state.criteria) {
    if (run.interrupt.urgency > 0) break
    const label = labelOf(criterion)
    enter(run, iteration === 0 ? 'first check' : 'check', { iteration, what: label })
    const result =
      criterion.type === 'marker'
        ? checkMarker(criterion, said)
        : await checkCommand(run, criterion, iteration)
    if (result === undefined) break
    results.push(result)
    const earlier = before.find(({ name }) => name === criterion.name)
    run.tell({ event: 'checked', iteration, result, label, ...(earlier && { before: earlier }) })
  }
  return results
}

function checkMarker({ name, marker }: Criterion, said: string): CriterionResult {
  return { name, passed: saysMarker(said, marker!), durationMs: 0 }
}

/** Undefined when somebody interrupted it: then it says nothing about the work. */
async function checkCommand(
  run: Run,
  criterion: Criterion,
  iteration: number,
): Promise<CriterionResult | undefined> {
  const cookie = drawCookie(run)
  const end = await runChild(['/bin/sh', '-c', criterion.command!], {
    cwd: run.state.workTree,
    vars: childVars(run),
    cookie,
    timeoutMs: timeFor(run, criterion.timeoutMs),
    interrupt: run.interrupt,
    onStart: (child) => noteChild(run, child, cookie),
  })
  writeOutput(outputFile(run.repo, run.state.id, iteration, criterion.name), end.all)
  if (end.interrupted) return undefined
  const passed = !end.timedOut && end.exitCode === criterion.expectedExitCode
  const failing = passed ? undefined : countFailing(end.all)
  return {
    name: criterion.name,
    passed,
    ...(end.exitCode !== null && { exitCode: end.exitCode }),
    ...(end.timedOut && { timedOut: true }),
    ...(failing !== undefined && { failing }),
    durationMs: end.durationMs,
    ...(!passed && { fingerprint: fingerprint(end.all) }),
  }
}
