/** What `doctor` says of agents that are wired: whether what they call is there. */
import { existsSync } from 'node:fs'
import { RalphError } from '../../errors.js'
import { AGENTS, type AgentName } from '../../session/agent-event.js'
import type { Finding } from '../../store/checks.js'
import type { Repo } from '../../store/git/repo.js'
import { hookCommand } from '../../store/hooks/command.js'
import { type AgentFile, findProgram, projectFiles, stateOf, userFiles } from './agent-files.js'

const BIN = /['"]([^'"\n]*[\\/]git-ralph(?:\.cjs)?)['"]/g

export async function checkWiring(repo: Repo): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const agent of AGENTS) {
    const { HOME, USERPROFILE } = repo.env.vars
    if (repo.workTree !== undefined)
      findings.push(...(await look(agent, '', () => projectFiles(repo, agent))))
    if (HOME || USERPROFILE)
      findings.push(...(await look(agent, ' --user', async () => userFiles(repo.env, agent, hookCommand()))))
  }
  return findings

  async function look(agent: AgentName, flag: string, read: () => Promise<AgentFile[]>): Promise<Finding[]> {
    const check = 'agents'
    const hint = `git ralph install ${agent}${flag}`
    try {
      const files = await read()
      if (stateOf(files) === 'absent') return []
      const missing = flag === '' ? missingProgram() : missingBin(files)
      return missing === undefined
        ? [{ check, level: 'ok', message: `${agent} is wired${flag === '' ? ' in this project' : ''}` }]
        : [{ check, level: 'problem', message: `${agent} calls ${missing}`, hint }]
    } catch (error) {
      if (!(error instanceof RalphError)) throw error
      return [{ check, level: 'warning', message: error.message, ...(error.hint && { hint: error.hint }) }]
    }
  }

  function missingProgram(): string | undefined {
    return findProgram(repo.env, 'git-ralph') ? undefined : "'git-ralph', which is not on the PATH"
  }
}

function missingBin(files: readonly AgentFile[]): string | undefined {
  const texts = files.filter(({ wiring }) => wiring.kind !== 'pointer').map(({ found }) => found ?? '')
  const bins = texts.flatMap((text) => [...text.matchAll(BIN)].map(([, bin]) => bin!))
  const gone = bins.find((bin) => !existsSync(bin))
  return gone === undefined ? undefined : `'${gone}', which is not there`
}
