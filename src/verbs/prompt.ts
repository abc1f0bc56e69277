/** Prompt: the whole context of an iteration, for an orchestrator to put before the task. */
import { renderRunJournal } from '../briefing/journal.js'
import { boundTokens } from '../briefing/fit.js'
import {
  FRAME,
  INSTRUCTIONS,
  type Part,
  partOf,
  renderMcp,
  renderRetry,
  renderScratchpad,
  shareBudget,
  taskInstructions,
  type Shares,
} from '../briefing/prompt.js'
import { INSTALLED_SKILL_TEXT, SKILL_TEXT } from '../briefing/skill.js'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import type { MemoryId } from '../memory/memory.js'
import { isFresh, usableServers } from '../session/mcp-cache.js'
import { readMcpEntry } from '../store/mcp/status-cache.js'
import type { Settings } from '../store/settings/settings.js'
import { placeInWorkTree, readUserFile } from '../store/user-file.js'
import { openWorkspace, type Workspace } from '../store/workspace.js'
import { journalList, journalSelect } from './journal-list.js'
import { knowledgeFor } from './know/match.js'
import { prime } from './prime.js'
import { patternsPart, taskAtHand, taskPart } from './task/prompt-parts.js'

export interface PromptOptions {
  taskTitle?: string
  taskDescription?: string
  /** Name of the feature that the task belongs to. */
  feature?: string
  /** The run that goes on. */
  run?: string
  /** Number of this attempt; 1 is the first and says nothing. */
  retry?: number
  /** Why the last attempt failed. */
  failure?: string
  /** Most tokens; 0 for no limit. @default the setting `promptBudget` */
  budget?: number
  /** Most tokens of single parts, where they should have less than their settings say. */
  limits?: Partial<Shares>
}

export interface Prompt {
  text: string
  tokens: number
  budget: number
  parts: Part[]
  branch: string
  warnings: string[]
}

const SCRATCHPADS = ['.agent/scratchpad.md', 'scratchpad.md']

export async function prompt(env: Env, options: PromptOptions = {}): Promise<Prompt> {
  const workspace = await openWorkspace(env)
  const { view, settings, warnings } = workspace
  const budget = options.budget ?? settings.promptBudget
  const skill = skillFor(settings)
  const task = await taskAtHand(workspace)
  const isRetry = options.failure !== undefined || (options.retry ?? 1) > 1
  const retry = isRetry ? renderRetry(options.retry ?? 2, options.failure) : ''
  const scratchpad = readScratchpad(workspace)
  const mcp = mcpPart(workspace)
  const instructions = task ? `${INSTRUCTIONS}\n${taskInstructions(task.task.id)}` : INSTRUCTIONS
  const fixed = [FRAME, skill, mcp, retry, instructions].reduce(
    (sum, text) =>
      sum +
      boundTokens(`${text}
`),
    0,
  )
  const limited = (wish: number, limit = Infinity): number => Math.min(wish || Infinity, limit)
  const unlimited = (wish: number): number => (wish === Infinity ? 0 : wish)
  const { limits = {} } = options
  const shares = shareBudget(budget, fixed, {
    memories: unlimited(limited(settings.budget, limits.memories)),
    patterns: task ? unlimited(limited(settings.taskBudget, limits.patterns)) : 1,
    task: task ? unlimited(limited(settings.taskBudget, limits.task)) : 1,
    // No more than it needs: most of the time there is none.
    scratchpad:
      scratchpad === ''
        ? 1
        : Math.min(limited(settings.scratchpadBudget, limits.scratchpad), boundTokens(scratchpad) + 20),
    journal: unlimited(limited(settings.journalBudget, limits.journal)),
    knowledge: unlimited(limited(settings.knowledgeBudget, limits.knowledge)),
  })
  const asked = { ...(task && { taskTitle: task.task.title }), ...options }
  const memories = await memoriesPart(env, workspace, asked, shares.memories)
  const recorded: Part[] = [
    ...memories.parts,
    ...(task ? await patternsPart(env, workspace, task, memories.ids, shares) : []),
    ...(task ? taskPart(task, shares.task) : []),
    ...(skill === '' ? [] : [partOf('skill', skill)]),
    ...scratchpadPart(scratchpad, shares.scratchpad),
    ...(await journalPart(env, asked, shares.journal)),
    ...(await knowledgePart(env, asked, shares.knowledge)),
  ]
  const parts: Part[] = [
    ...(recorded.some(({ name }) => RECORDED.has(name)) ? [partOf('frame', FRAME)] : []),
    ...recorded,
    ...(mcp === '' ? [] : [partOf('mcp', mcp)]),
    ...(retry === '' ? [] : [partOf('retry', retry)]),
    partOf('instructions', instructions),
  ]
  const text = parts.map((part) => part.text).join('\n')
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0)
  return { text, tokens, budget, parts, branch: view.branch, warnings }
}

const RECORDED = new Set<Part['name']>(['memories', 'patterns', 'task', 'journal', 'knowledge'])

/** From the cache alone, and only while it is fresh: no prompt runs a program that a repository names. */
function mcpPart({ repo }: Workspace): string {
  const entry = readMcpEntry(repo)
  return entry && isFresh(entry, repo.env.now().getTime()) ? renderMcp(usableServers(entry)) : ''
}

/** An agent that is not told the memories is told where to find them. */
function skillFor({ enabled, inject, skillInjection }: Settings): string {
  if (!enabled || !skillInjection || inject === 'none') return ''
  return inject === 'auto' ? SKILL_TEXT : INSTALLED_SKILL_TEXT
}

async function memoriesPart(
  env: Env,
  { settings, warnings }: Workspace,
  options: PromptOptions,
  budget: number | undefined,
): Promise<{ parts: Part[]; ids: Set<MemoryId> }> {
  const none = { parts: [], ids: new Set<MemoryId>() }
  if (!settings.enabled || settings.inject !== 'auto' || budget === undefined) return none
  const task = taskOf(options)
  const primed = await prime(env, { budget, ...(task !== '' && { task }) })
  warnings.push(...primed.warnings.filter((warning) => !warnings.includes(warning)))
  const { memories, text, tokens, left } = primed
  if (memories.length === 0) return none
  const part: Part = { name: 'memories', text, tokens, ...(left > 0 && { left }) }
  return { parts: [part], ids: new Set(memories.map(({ id }) => id)) }
}

function scratchpadPart(found: string, budget: number | undefined): Part[] {
  const text = budget === undefined ? '' : renderScratchpad(found, budget)
  return text === '' ? [] : [partOf('scratchpad', text)]
}

async function journalPart(env: Env, options: PromptOptions, budget: number | undefined): Promise<Part[]> {
  if (budget === undefined) return []
  const records = await journalSelect(env, { task: taskOf(options), ...ofRun(options) })
  const entries = records.map(({ entry }) => entry)
  const { text, left } = renderRunJournal(entries, budget, boundTokens)
  return text === '' ? [] : [partOf('journal', text, left)]
}

async function knowledgePart(env: Env, options: PromptOptions, budget: number | undefined): Promise<Part[]> {
  if (budget === undefined) return []
  const [last] = await journalList(env, { last: 1, ...ofRun(options) })
  const { taskTitle, taskDescription, feature } = options
  const context = {
    ...(taskTitle !== undefined && { taskTitle }),
    ...(taskDescription !== undefined && { taskDescription }),
    ...(feature !== undefined && { feature }),
    recentPaths: last?.entry.files ?? [],
  }
  const { text, tokens, left } = await knowledgeFor(env, context, { budget })
  return text === '' ? [] : [{ name: 'knowledge', text, tokens, ...(left > 0 && { left }) }]
}

const taskOf = ({ taskTitle, taskDescription }: PromptOptions): string =>
  [taskTitle, taskDescription].filter(Boolean).join('\n')

const ofRun = ({ run }: PromptOptions): { run?: string } => (run === undefined ? {} : { run })

/** Shown, never stored. */
function readScratchpad({ repo: { workTree }, warnings }: Workspace): string {
  if (workTree === undefined) return ''
  for (const path of SCRATCHPADS) {
    try {
      const found = readUserFile(placeInWorkTree(workTree, path))
      if (found !== undefined) return found
    } catch (error) {
      if (!(error instanceof RalphError)) throw error
      warnings.push(error.message)
    }
  }
  return ''
}
