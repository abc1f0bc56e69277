/** Skill: teach an agent to use memories, by a block of text in a file that it reads. */
import { hasBlock, putBlock, takeBlock } from '../briefing/marked-block.js'
import {
  INSTALLED_SKILL_TEXT,
  SKILL_AGENTS,
  SKILL_FILES,
  type SkillAgent,
  type SkillFile,
} from '../briefing/skill.js'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { openRepo } from '../store/git/repo.js'
import { placeInWorkTree, readUserFile, removeUserFile, writeUserFile } from '../store/user-file.js'

export interface SkillChange {
  /** From the top of the work tree. */
  path: string
  what: 'created' | 'added' | 'updated' | 'unchanged' | 'removed' | 'absent' | 'edited'
}

export interface SkillOptions {
  dryRun?: boolean
}

/** Changes nothing where it is installed already. */
export async function installSkill(
  env: Env,
  agents: readonly SkillAgent[],
  options: SkillOptions = {},
): Promise<SkillChange[]> {
  return changeFiles(env, agents, options, (found, { head = '' }) => {
    // A file of our own is made with its head; where somebody changed that, it stays as they have it.
    const text =
      found === undefined
        ? head + putBlock(undefined, INSTALLED_SKILL_TEXT)
        : putBlock(found, INSTALLED_SKILL_TEXT)
    const what =
      found === undefined ? 'created' : found === text ? 'unchanged' : hasBlock(found) ? 'updated' : 'added'
    return { text, what }
  })
}

/** Leaves every other byte of the files as it was. */
export async function uninstallSkill(
  env: Env,
  agents: readonly SkillAgent[] = SKILL_AGENTS,
  options: SkillOptions = {},
): Promise<SkillChange[]> {
  return changeFiles(env, agents, options, (found, { head }) => {
    if (found === undefined || !hasBlock(found)) return { text: found, what: 'absent' }
    const rest = takeBlock(found)
    if (head === undefined) return { text: rest, what: 'removed' }
    // A file of our own goes when nothing but our head is left of it.
    return rest === head || rest === undefined
      ? { text: undefined, what: 'removed' }
      : { text: found, what: 'edited' }
  })
}

type Decide = (
  found: string | undefined,
  file: SkillFile,
) => { text: string | undefined; what: SkillChange['what'] }

async function changeFiles(
  env: Env,
  agents: readonly SkillAgent[],
  { dryRun = false }: SkillOptions,
  decide: Decide,
): Promise<SkillChange[]> {
  const { workTree } = await openRepo(env)
  if (workTree === undefined)
    throw new RalphError('bad-usage', 'this repository is bare: there is no file for an agent to read')
  const files = new Map(agents.map((agent) => [SKILL_FILES[agent].path, SKILL_FILES[agent]]))
  return [...files.values()].map((file) => {
    const full = placeInWorkTree(workTree, file.path)
    const found = readUserFile(full)
    const { text, what } = decide(found, file)
    if (!dryRun && text !== found) {
      if (text === undefined) removeUserFile(workTree, full)
      else writeUserFile(full, text)
    }
    return { path: file.path, what }
  })
}
