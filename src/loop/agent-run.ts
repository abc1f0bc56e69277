/** Runs the agent once, live, and reads what it said. */
import { type AgentCommand, wordsWith } from '../loop-rules/agent.js'
import { parseStreamJson } from '../memory/agent-output.js'
import { appendOutput, outputFile, writeOutput } from '../store/loop/loop-files.js'
import { liveWords } from './agent-words.js'
import { HEAD_BYTES } from './bounded-output.js'
import { type ChildEnd, runChild } from './child.js'
import { childVars, drawCookie, noteChild, type Run, timeFor } from './run-state.js'

export interface AgentAnswer {
  end: ChildEnd
  /** What it said, without what surrounds it. */
  text: string
  model?: string
  costUsd: number
  tokens?: number
}

export async function runAgent(
  run: Run,
  command: AgentCommand,
  prompt: string,
  iteration: number,
  from: 'agent' | 'verify',
): Promise<AgentAnswer> {
  const file = outputFile(run.repo, run.state.id, iteration, from)
  const promptFile = outputFile(
    run.repo,
    run.state.id,
    iteration,
    from === 'agent' ? 'prompt' : 'verify-prompt',
  )
  writeOutput(promptFile, prompt)
  writeOutput(file, '')
  const words = liveWords(command.output)
  const cookie = drawCookie(run)
  let kept = 0
  const end = await runChild(wordsWith(command, prompt, promptFile), {
    cwd: run.state.workTree,
    vars: childVars(run),
    cookie,
    ...(command.prompt === 'stdin' && { input: prompt }),
    timeoutMs: timeFor(run, run.state.limits.agentTimeoutMs),
    interrupt: run.interrupt,
    onStart: (child) => noteChild(run, child, cookie),
    onText(text, stream) {
      if (kept < HEAD_BYTES) appendOutput(file, text)
      kept += text.length
      const shown = stream === 'stdout' ? words.add(text) : text
      if (shown !== '') run.tell({ event: 'output', iteration, from, text: shown })
    },
  })
  writeOutput(file, end.all)
  if (command.output === 'text') return { end, text: end.out, costUsd: 0 }
  const { text, model, costUsd = 0, tokens } = parseStreamJson(end.out)
  return {
    end,
    text,
    costUsd,
    ...(model !== undefined && { model }),
    ...(tokens !== undefined && { tokens }),
  }
}
