import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { command } from '../../src/cli/commands/init.js'
import { runCommand } from '../../src/cli/main.js'
import { init } from '../../src/verbs/init.js'
import { moveSkills, planSkillMoves } from '../../src/verbs/migrate-skills.js'
import { makeRepo } from '../helpers/repo.js'

const FILES = {
  '.ralph/skills/deploy/SKILL.md': '# deploy\n',
  '.ralph/skills/deploy/run.sh': 'true\n',
  '.ralph/skills/release.md': '# release\n',
  '.ralph/skills/taken/SKILL.md': 'old\n',
  '.ralph/skills/notes.txt': 'x',
  '.claude/skills/taken/SKILL.md': 'new\n',
}
const PLAN = [
  { from: '.ralph/skills/deploy', to: '.claude/skills/deploy' },
  { from: '.ralph/skills/notes.txt', to: '.claude/skills/notes.txt', stays: 'it is no skill' },
  { from: '.ralph/skills/release.md', to: '.claude/skills/release/SKILL.md' },
  {
    from: '.ralph/skills/taken',
    to: '.claude/skills/taken',
    stays: "there is a '.claude/skills/taken' already",
  },
]

describe('migrating skills', () => {
  it('moves what can be moved, and overwrites nothing', async () => {
    const repo = makeRepo(FILES)
    const read = (path: string): string => readFileSync(join(repo.dir, path), 'utf8')
    expect(await planSkillMoves(repo.env())).toEqual(PLAN)
    expect(repo.git('status', '--short')).toBe('')
    expect(await moveSkills(repo.env())).toEqual(PLAN)
    expect(read('.claude/skills/deploy/run.sh')).toBe('true\n')
    expect(read('.claude/skills/release/SKILL.md')).toBe('# release\n')
    expect(read('.claude/skills/taken/SKILL.md')).toBe('new\n')
    expect(read('.ralph/skills/taken/SKILL.md')).toBe('old\n')
    expect(existsSync(join(repo.dir, '.ralph/skills/deploy'))).toBe(false)
    expect(await moveSkills(repo.env())).toEqual([PLAN[1], PLAN[3]])
  })

  it('takes the old directory away once it is empty', async () => {
    const repo = makeRepo({ '.ralph/skills/a/SKILL.md': 'a' })
    await moveSkills(repo.env())
    expect(existsSync(join(repo.dir, '.ralph/skills'))).toBe(false)
    expect(await planSkillMoves(repo.env())).toEqual([])
  })

  it('lets a file and a directory of one name not become one', async () => {
    const repo = makeRepo({ '.ralph/skills/a/x.md': 'x', '.ralph/skills/a.md': 'y' })
    const moved = await moveSkills(repo.env())
    expect(moved.filter(({ stays }) => stays === undefined)).toHaveLength(1)
    expect(existsSync(join(repo.dir, '.ralph/skills/a.md'))).toBe(true)
  })

  it('leaves links alone', async () => {
    const repo = makeRepo({ '.ralph/skills/a/x.md': 'x' })
    symlinkSync('/etc', join(repo.dir, '.ralph/skills/b'))
    expect(await planSkillMoves(repo.env())).toContainEqual(
      expect.objectContaining({ stays: 'it is a link' }),
    )
  })
})

describe('init --migrate', () => {
  it('shows what would move, and moves it with --yes', async () => {
    const repo = makeRepo({ '.ralph/skills/a/SKILL.md': 'a' })
    expect((await init(repo.env())).hints).toContainEqual(expect.stringContaining('git ralph init --migrate'))
    const first = repo.env()
    expect(await runCommand(command, ['--migrate'], first)).toBe(0)
    expect(first.out()).toContain("would move '.ralph/skills/a' to '.claude/skills/a'")
    expect(existsSync(join(repo.dir, '.claude'))).toBe(false)
    const second = repo.env()
    await runCommand(command, ['--migrate', '--yes'], second)
    expect(second.out()).toContain("✓ moved '.ralph/skills/a'")
    expect(existsSync(join(repo.dir, '.claude/skills/a/SKILL.md'))).toBe(true)
    const third = repo.env()
    await runCommand(command, ['--migrate', '--format', 'json'], third)
    expect(JSON.parse(third.out())).toMatchObject({ migrated: { moves: [], moved: false } })
  })
})
