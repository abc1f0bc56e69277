/** Migrate: skills from `.ralph/skills/`, where only Ralph looked, to `.claude/skills/`, where Claude Code finds them. Overwrites nothing. */
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Env } from '../env.js'
import { explainFsError } from '../errors.js'
import { openRepo } from '../store/git/repo.js'
import { placeInWorkTree } from '../store/user-file.js'

export const OLD_SKILLS = '.ralph/skills'
const SKILLS = '.claude/skills'

export interface SkillMove {
  /** Both from the top of the work tree. */
  from: string
  to: string
  /** Why it stays. */
  stays?: string
}

/** What would move, and what would stay. */
export async function planSkillMoves(env: Env): Promise<SkillMove[]> {
  const { workTree } = await openRepo(env)
  const old = workTree === undefined ? '' : placeInWorkTree(workTree, OLD_SKILLS)
  if (workTree === undefined || !existsSync(old)) return []
  const taken = new Set<string>()
  return readdirSync(old)
    .toSorted()
    .map((name): SkillMove => {
      const stat = lstatSync(join(old, name))
      const isFile = stat.isFile() && name.endsWith('.md')
      const from = `${OLD_SKILLS}/${name}`
      const to = `${SKILLS}/${isFile ? `${name.slice(0, -'.md'.length)}/SKILL.md` : name}`
      // A directory and a file of one name would become one skill.
      const skill = to.split('/')[2]!
      const isTaken = taken.has(skill) || existsSync(placeInWorkTree(workTree, `${SKILLS}/${skill}`))
      taken.add(skill)
      if (stat.isSymbolicLink()) return { from, to, stays: 'it is a link' }
      if (!isFile && !stat.isDirectory()) return { from, to, stays: 'it is no skill' }
      if (isTaken) return { from, to, stays: `there is a '${SKILLS}/${skill}' already` }
      return { from, to }
    })
}

/** Moves what can be moved. Answers what became of each. */
export async function moveSkills(env: Env): Promise<SkillMove[]> {
  const { workTree } = await openRepo(env)
  const moves = await planSkillMoves(env)
  const settled = moves.map((move): SkillMove => {
    if (move.stays !== undefined) return move
    return moveAside(join(workTree!, move.from), join(workTree!, move.to))
      ? move
      : { ...move, stays: 'something is there by now' }
  })
  if (settled.some(({ stays }) => stays === undefined)) removeIfEmpty(join(workTree!, OLD_SKILLS))
  return settled
}

/** False when something is there: also what came there since we looked. */
function moveAside(from: string, to: string): boolean {
  try {
    mkdirSync(dirname(to), { recursive: true })
    if (lstatSync(from).isDirectory()) moveDirectory(from, to)
    else {
      // Unlike renaming, linking fails where a file is.
      linkSync(from, to)
      rmSync(from)
    }
    return true
  } catch (error) {
    if (['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw explainFsError(error, 'moving skills')
  }
}

function moveDirectory(from: string, to: string): void {
  mkdirSync(to)
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    cpSync(from, to, { recursive: true, errorOnExist: true, force: false })
    rmSync(from, { recursive: true })
  }
}

function removeIfEmpty(path: string): void {
  if (readdirSync(path).length === 0) rmdirSync(path)
}
