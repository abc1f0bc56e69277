import { describe, expect, it } from 'vitest'
import { facets } from '../../src/verbs/facets.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { makeRepo } from '../helpers/repo.js'

async function makeTaught() {
  const repo = makeRepo({ 'src/db.ts': 'connect(5432)\n' })
  const env = repo.env()
  await remember(env, 'src/db.ts opens port 5432', { type: 'fix', tags: ['db', 'ports'] })
  env.tick(1)
  const bob = { ...env.vars, GIT_AUTHOR_NAME: 'Bob Builder', RALPH_AGENT: 'claude' }
  await remember({ ...env, vars: bob }, 'port 8080 is for the proxy', { tags: ['ports'] })
  return { repo, env }
}

describe('facets', () => {
  it('count what memories can be told apart by', async () => {
    const { env } = await makeTaught()
    const { tags, types, authors, agents, trust, branches } = await facets(env)
    expect(tags).toEqual([
      { name: 'ports', count: 2 },
      { name: 'db', count: 1 },
    ])
    expect(types.map(({ name }) => name)).toEqual(['fix', 'pattern'])
    expect(authors.map(({ name }) => name)).toEqual(['Ada Author', 'Bob Builder'])
    expect(agents).toEqual([{ name: 'claude', count: 1 }])
    expect(trust).toEqual([{ name: 'own', count: 2 }])
    expect(branches).toEqual([{ name: 'main', count: 2 }])
  })
})

describe('recall', () => {
  it('narrows by author, agent and trust', async () => {
    const { env } = await makeTaught()
    const found = async (options: Parameters<typeof recall>[2]): Promise<string[]> =>
      (await recall(env, 'port', options)).hits.map(({ entry }) => entry.memory.body.slice(0, 9))
    expect(await found({})).toHaveLength(2)
    expect(await found({ author: 'bob' })).toEqual(['port 8080'])
    expect(await found({ agent: 'claude' })).toEqual(['port 8080'])
    expect(await found({ trustedAs: 'own', limit: 1 })).toHaveLength(1)
    expect(await found({ trustedAs: 'unknown' })).toEqual([])
  })

  it('narrows to what is about code that has changed, with the total of those', async () => {
    const { repo, env } = await makeTaught()
    expect((await recall(env, 'port', { stale: true })).hits).toEqual([])
    repo.write('src/db.ts', 'connect(5433)\n')
    const { hits, total } = await recall(env, 'port', { stale: true })
    expect([hits.map(({ code }) => code), total]).toEqual([['changed'], 1])
  })
})
