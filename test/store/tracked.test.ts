import { describe, expect, it } from 'vitest'
import { openRepo, type Repo } from '../../src/store/git/repo.js'
import { isTracked } from '../../src/store/rendered/tracked.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'

const PATH = '.agent/memories.md'

/** The repository, and how often git was asked. */
async function counting(repo: TestRepo): Promise<{ repo: Repo; asked: () => number }> {
  let asked = 0
  const opened = await openRepo(repo.env())
  const tryGit: Repo['tryGit'] = (...args) => {
    asked++
    return opened.tryGit(...args)
  }
  return { repo: { ...opened, tryGit }, asked: () => asked }
}

describe('whether a file is tracked', () => {
  it('costs no process when the index does not name it', async () => {
    const { repo, asked } = await counting(makeRepo({ 'a.txt': 'a\n', '.agent/other.md': 'x\n' }))
    expect(await isTracked(repo, PATH)).toBe(false)
    expect(asked()).toBe(0)
  })

  it('costs none before the first file is added either', async () => {
    const { repo, asked } = await counting(makeRepo({}))
    expect(await isTracked(repo, PATH)).toBe(false)
    expect(asked()).toBe(0)
  })

  it('is asked of git when the index may name it', async () => {
    const longer = await counting(makeRepo({ [`deep/${PATH}`]: 'x\n' }))
    expect(await isTracked(longer.repo, PATH)).toBe(false)
    expect(longer.asked()).toBe(1)
    const { repo, asked } = await counting(makeRepo({ [PATH]: 'x\n' }))
    expect(await isTracked(repo, PATH)).toBe(true)
    expect(asked()).toBe(1)
  })

  it.each([
    ['with shortened paths', ['update-index', '--index-version', '4']],
    ['that is split', ['update-index', '--split-index']],
    ['that is sparse', ['sparse-checkout', 'set', '--cone', '--sparse-index', 'src']],
  ])('is found in an index %s', async (_, command) => {
    const made = makeRepo({ [PATH]: 'x\n', '.agent/memories.log': 'x\n', 'src/a': 'a\n' })
    made.git(...command)
    expect(await isTracked((await counting(made)).repo, PATH)).toBe(true)
    made.git('rm', '-q', '--cached', '--sparse', '--', PATH)
    expect(await isTracked((await counting(made)).repo, PATH)).toBe(false)
  })
})
