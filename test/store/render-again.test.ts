import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/store/git/config.js'
import { renderAgain } from '../../src/store/rendered/render-again.js'
import { openRepo } from '../../src/store/git/repo.js'
import { resolveSettings } from '../../src/store/settings/settings.js'
import { bringUpToDate } from '../../src/store/workspace.js'
import { remember } from '../../src/verbs/remember.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'

async function again(made: TestRepo): Promise<boolean> {
  const repo = await openRepo(made.env())
  const settings = resolveSettings(await readConfig(repo), repo.env.vars)
  return renderAgain(repo, settings, join(made.dir, settings.renderPath))
}

/** Two branches that remember different things, each rendered once; main is checked out, topic's file is there. */
async function twoViews(): Promise<{ made: TestRepo; path: string; main: string; topic: string }> {
  const made = makeRepo()
  const path = join(made.dir, '.agent/memories.md')
  await remember(made.env(), 'on main')
  const main = readFileSync(path, 'utf8')
  made.git('checkout', '-q', '-b', 'topic')
  await remember(made.env(), 'on topic')
  const topic = readFileSync(path, 'utf8')
  made.git('checkout', '-q', 'main')
  return { made, path, main, topic }
}

describe('a view that was rendered before', () => {
  it('is put back without a look at any memory', async () => {
    const { made, path, main, topic } = await twoViews()
    expect(readFileSync(path, 'utf8')).toBe(topic)
    rmSync(join(made.dir, '.git/objects'), { recursive: true })
    mkdirSync(join(made.dir, '.git/objects'))
    rmSync(join(made.dir, '.git/ralph/index'), { recursive: true })
    expect(await again(made)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(main)
    made.write('.git/HEAD', 'ref: refs/heads/topic\n')
    expect(await again(made)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(topic)
  })

  it('is left alone when the file was edited by hand, removed, or its branch has learnt more', async () => {
    const { made, path, topic } = await twoViews()
    writeFileSync(path, `${topic}\nby hand\n`)
    expect(await again(made)).toBe(false)
    expect(readFileSync(path, 'utf8')).toContain('by hand')
    rmSync(path)
    expect(await again(made)).toBe(false)

    const other = await twoViews()
    await remember(other.made.env(), 'more on topic', { line: 'topic' })
    other.made.git('checkout', '-q', 'topic')
    const repo = await openRepo(other.made.env())
    await bringUpToDate(repo, resolveSettings(await readConfig(repo), repo.env.vars))
    expect(readFileSync(other.path, 'utf8')).toContain('more on topic')
  })

  it('is not written over a file that is tracked by now', async () => {
    const { made, path, topic } = await twoViews()
    made.git('add', '-f', '.agent/memories.md')
    expect(await again(made)).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe(topic)
  })
})
