import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportMemories } from '../../src/verbs/export.js'
import { forget } from '../../src/verbs/forget.js'
import { importMemories } from '../../src/verbs/import.js'
import { list } from '../../src/verbs/list.js'
import { log } from '../../src/verbs/log.js'
import { remember } from '../../src/verbs/remember.js'
import { restore } from '../../src/verbs/restore.js'
import { show } from '../../src/verbs/show.js'
import { makeRepo } from '../helpers/repo.js'

async function makeMemories() {
  const repo = makeRepo()
  const env = repo.env()
  const fix = await remember(env, 'npm test fails: run npm build first', { type: 'fix', tags: ['build'] })
  env.tick(1)
  await remember(env, 'two crates', { type: 'context', title: 'Crates' })
  env.tick(1)
  await remember(env, 'first\n\n    indented\n> quoted\n### heading', { type: 'decision' })
  return { repo, env, fix: fix.memory }
}

describe('export', () => {
  it.each(['guardrails', 'memories'] as const)(
    '%s come back as they were in another repository',
    async (to) => {
      const { env } = await makeMemories()
      const { text, memories } = await exportMemories(env, { to })
      const other = makeRepo()
      other.write('in.md', text)
      expect(await importMemories(other.env(), ['in.md'])).toMatchObject({ added: 3, known: 0, warnings: [] })
      expect((await list(other.env())).memories).toEqual(memories)
      expect((await exportMemories(other.env(), { to })).text).toBe(text)
    },
  )

  it.each(['guardrails', 'memories'] as const)('%s change nothing where they came from', async (to) => {
    const { repo, env } = await makeMemories()
    await exportMemories(env, { to, path: 'out.md' })
    const tip = repo.git('rev-parse', 'refs/ralph-memory/main')
    expect(await importMemories(env, ['out.md'])).toMatchObject({ added: 0, known: 3 })
    expect(repo.git('rev-parse', 'refs/ralph-memory/main')).toBe(tip)
  })

  it('writes the file once, keeps what else is in it, and its mode', async () => {
    const { repo, env } = await makeMemories()
    repo.write('guardrails.md', '# Guardrails\n\n## Links\n\nsee the wiki\n')
    const path = join(repo.dir, 'guardrails.md')
    expect(await exportMemories(env, { to: 'guardrails', path: 'guardrails.md' })).toMatchObject({
      path,
      written: true,
    })
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('## Links\n\nsee the wiki\n')
    expect(text).toContain('### fix-')
    expect(await exportMemories(env, { to: 'guardrails', path: 'guardrails.md' })).toMatchObject({
      written: false,
    })
    expect(statSync(path).mode & 0o777).toBe(0o644)
  })

  it('does not replace a file with memories that nobody imported', async () => {
    const { repo, env } = await makeMemories()
    repo.write('guardrails.md', '### Sign: Mine\n- **Instruction**: keep\n')
    const before = readFileSync(join(repo.dir, 'guardrails.md'), 'utf8')
    const options = { to: 'guardrails', path: 'guardrails.md' } as const
    await expect(exportMemories(env, options)).rejects.toMatchObject({ code: 'needs-decision' })
    expect(readFileSync(join(repo.dir, 'guardrails.md'), 'utf8')).toBe(before)
    await exportMemories(env, { ...options, force: true })
    expect(readFileSync(join(repo.dir, 'guardrails.md'), 'utf8')).not.toContain('Mine')
  })
})

describe('an id in the style of guardrails', () => {
  it('names the memory wherever an id is taken', async () => {
    const { env, fix } = await makeMemories()
    const typed = fix.id.replace('mem-', 'fix-')
    expect((await show(env, typed)).memory.id).toBe(fix.id)
    expect((await show(env, typed.slice(0, -2))).memory.id).toBe(fix.id)
    expect((await log(env, typed)).ids).toEqual([fix.id])
    await forget(env, [typed])
    await expect(show(env, typed)).rejects.toMatchObject({ code: 'memory-not-found' })
    expect((await log(env, typed)).entries).toHaveLength(2)
    expect((await restore(env, typed)).memory.id).toBe(fix.id)
  })
})
