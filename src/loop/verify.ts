/** A second agent's judgement before success counts. It may look and not touch: what it changes is put back. */
import { agentCommand } from '../loop-rules/agent.js'
import { labelOf } from '../loop-rules/criterion.js'
import { readVerification, renderVerifyPrompt, type Verification } from '../loop-rules/verdict.js'
import { patchBetween, restoreTree, treeOf, writeWorkTree } from '../store/loop/snapshot.js'
import { runAgent } from './agent-run.js'
import { enter, type Run } from './run-state.js'

/** Characters of the diff that it is shown; the rest it can look up. */
const DIFF_ROOM = 60_000

export interface Verified extends Verification {
  costUsd: number
}

export async function verify(run: Run, line: string, iteration: number, tree: string): Promise<Verified> {
  const { repo, state, tell } = run
  enter(run, 'verify', { what: line })
  const first = state.iterations[0]?.snapshot ?? state.current?.snapshot
  const patch = first === undefined ? '' : await patchBetween(repo, await treeOf(repo, first), tree)
  const prompt = renderVerifyPrompt(state.goal, state.criteria.map(labelOf), patch, DIFF_ROOM)
  const before = await writeWorkTree(repo)
  const { end, text, costUsd } = await runAgent(run, agentCommand(line), prompt, iteration, 'verify')
  if ((await writeWorkTree(repo)) !== before) {
    await restoreTree(repo, before)
    tell({ event: 'warning', message: 'the verifying agent changed files; they were put back' })
  }
  const answer = end.missing
    ? { accepted: false, reason: `cannot run the verifying agent: ${end.missing}` }
    : end.timedOut
      ? { accepted: false, reason: 'the verifying agent took too long' }
      : readVerification(text)
  tell({ event: 'verified', iteration, ...answer })
  return { ...answer, costUsd }
}
