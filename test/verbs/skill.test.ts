import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SKILL_AGENTS, SKILL_FILES } from '../../src/briefing/skill.js'
import { installSkill, uninstallSkill } from '../../src/verbs/skill.js'
import { uninstall } from '../../src/verbs/uninstall.js'
import { makeDir, makeRepo } from '../helpers/repo.js'

describe('skill', () => {
  it.each(SKILL_AGENTS)('is installed for %s, once, and removed without a trace', async (agent) => {
    const repo = makeRepo()
    const { path } = SKILL_FILES[agent]
    expect(await installSkill(repo.env(), [agent], { dryRun: true })).toEqual([{ path, what: 'created' }])
    expect(existsSync(join(repo.dir, path))).toBe(false)
    expect(await installSkill(repo.env(), [agent])).toEqual([{ path, what: 'created' }])
    expect(readFileSync(join(repo.dir, path), 'utf8')).toContain('git ralph remember "<learning>"')
    expect(await installSkill(repo.env(), [agent])).toEqual([{ path, what: 'unchanged' }])
    expect(await uninstallSkill(repo.env(), [agent])).toEqual([{ path, what: 'removed' }])
    expect(repo.git('status', '--short', '--ignored')).toBe('')
    expect(existsSync(join(repo.dir, path.split('/')[0]!))).toBe(false)
    expect(await uninstallSkill(repo.env(), [agent])).toEqual([{ path, what: 'absent' }])
  })

  it('has front matter where the agent wants some', async () => {
    const repo = makeRepo()
    await installSkill(repo.env(), ['claude', 'cursor'])
    const read = (path: string): string => readFileSync(join(repo.dir, path), 'utf8')
    expect(read('.claude/skills/git-ralph/SKILL.md')).toMatch(
      /^---\nname: git-ralph\ndescription: '[^'\n]+'\n---\n/,
    )
    expect(read('.cursor/rules/git-ralph.mdc')).toMatch(
      /^---\ndescription: '[^'\n]+'\nalwaysApply: true\n---\n/,
    )
  })

  it('leaves the rest of AGENTS.md as it is', async () => {
    const repo = makeRepo({ 'AGENTS.md': '# Rules\r\n\r\nno tabs' })
    expect(await installSkill(repo.env(), ['codex', 'agents'])).toEqual([
      { path: 'AGENTS.md', what: 'added' },
    ])
    expect(readFileSync(join(repo.dir, 'AGENTS.md'), 'utf8')).toMatch(/^# Rules\r\n\r\nno tabs\r\n\r\n<!--/)
    await uninstallSkill(repo.env())
    expect(repo.git('status', '--short')).toBe('')
  })

  it('keeps a skill that was changed by hand', async () => {
    const repo = makeRepo()
    await installSkill(repo.env(), ['claude'])
    const path = join(repo.dir, SKILL_FILES.claude.path)
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nmy own words\n`)
    const before = readFileSync(path, 'utf8')
    expect(await uninstallSkill(repo.env(), ['claude'])).toMatchObject([{ what: 'edited' }])
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('follows no link out of the work tree', async () => {
    const repo = makeRepo()
    const outside = makeDir()
    writeFileSync(join(outside, 'profile'), 'mine\n')
    symlinkSync(join(outside, 'profile'), join(repo.dir, 'AGENTS.md'))
    await expect(installSkill(repo.env(), ['codex'])).rejects.toMatchObject({ code: 'bad-usage' })
    expect(readFileSync(join(outside, 'profile'), 'utf8')).toBe('mine\n')
  })

  it('writes through a link inside of it', async () => {
    const repo = makeRepo({ 'CLAUDE.md': 'x\n' })
    mkdirSync(join(repo.dir, 'docs'))
    symlinkSync('CLAUDE.md', join(repo.dir, 'AGENTS.md'))
    await installSkill(repo.env(), ['agents'])
    expect(readFileSync(join(repo.dir, 'CLAUDE.md'), 'utf8')).toContain('git-ralph:skill')
  })

  it('goes with everything else of ours', async () => {
    const repo = makeRepo()
    await installSkill(repo.env(), ['gemini'])
    expect((await uninstall(repo.env())).done).toContain("take our text out of 'GEMINI.md'")
    expect(existsSync(join(repo.dir, 'GEMINI.md'))).toBe(false)
  })
})
