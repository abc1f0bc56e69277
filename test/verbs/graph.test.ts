import { beforeEach, describe, expect, it } from 'vitest'
import { renderGraph } from '../../src/cli/graph.js'
import { edit } from '../../src/verbs/edit.js'
import { graph, type Graph } from '../../src/verbs/graph/graph.js'
import { link } from '../../src/verbs/graph/link.js'
import { rememberArticle } from '../../src/verbs/know/add.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { makeRepo, type TestEnv } from '../helpers/repo.js'

let env: TestEnv
beforeEach(() => {
  env = makeRepo({ 'src/db.ts': 'open()\n' }).env()
})

async function learn(text: string, options = {}): Promise<string> {
  env.tick(60)
  return (await remember(env, text, options)).memory.id
}

const edgesOf = ({ edges }: Pick<Graph, 'edges'>): string[] =>
  edges.map(({ from, rel, to }) => `${from} ${rel} ${to}`).toSorted()

describe('link', () => {
  it('adds a link once, and takes it away', async () => {
    const [a, b] = [await learn('alpha'), await learn('beta')]
    expect((await link(env, a, b, { rel: 'affects' })).memory.links).toEqual([{ to: b, rel: 'affects' }])
    expect((await link(env, a, b, { rel: 'affects' })).changed).toBe(false)
    await link(env, a, b)
    expect((await show(env, b)).backlinks.map(({ from, rel }) => `${from} ${rel}`).toSorted()).toEqual([
      `${a} affects`,
      `${a} related_to`,
    ])
    await link(env, a, b, { rel: 'affects', remove: true })
    expect((await show(env, a)).memory.links).toEqual([{ to: b, rel: 'related_to' }])
    await link(env, a, b, { remove: true })
    expect((await show(env, a)).memory).not.toHaveProperty('links')
  })

  it('takes parts of ids, and titles and slugs of articles', async () => {
    const a = await learn('alpha')
    const { slug } = await rememberArticle(env, { title: 'Deploying', tags: ['ops'], body: 'how' })
    expect((await link(env, a.slice(-4), 'deploying')).link.to).toBe(slug)
    expect(edgesOf(await graph(env))).toEqual([`${a} related_to article:${slug}`])
  })

  it('refuses itself, nothing, files and odd relations', async () => {
    const a = await learn('about src/db.ts')
    await expect(link(env, a, a)).rejects.toThrow('cannot be linked with itself')
    await expect(link(env, a, 'none')).rejects.toThrow("no memory matches 'none'")
    await expect(link(env, a, 'src/db.ts')).rejects.toThrow("'src/db.ts' is a file")
    await expect(link(env, a, a, { rel: 'Not this' })).rejects.toThrow("'Not this' is no relation")
  })
})

describe('graph', () => {
  it('has memories, articles, files, and what is missing', async () => {
    const a = await learn('alpha', { title: 'The First' })
    const b = await learn(`see [[${a}]], [[the first|it]], [[nothing]] and src/db.ts`)
    const { slug } = await rememberArticle(env, { title: 'Pools', tags: ['x'], body: `as [[${b}]]` })
    expect(edgesOf(await graph(env))).toEqual(
      [
        `article:${slug} related_to ${b}`,
        `${b} discovered_in file:src/db.ts`,
        `${b} related_to ${a}`,
        `${b} related_to ${a}`,
        `${b} related_to missing:nothing`,
      ].toSorted(),
    )
  })

  it('shows what is around one of them, both ways, as far as asked', async () => {
    const a = await learn('alpha')
    const b = await learn(`on [[${a}]]`)
    const c = await learn(`on [[${b}]]`)
    const near = await graph(env, { around: a })
    expect(near.nodes.map(({ id }) => id)).toEqual([a, b])
    expect(edgesOf(await graph(env, { around: a, depth: 2 }))).toEqual([
      `${b} related_to ${a}`,
      `${c} related_to ${b}`,
    ])
    await expect(graph(env, { around: 'nothing' })).rejects.toThrow("nothing is called 'nothing'")
    await expect(graph(env, { around: a, depth: 9 })).rejects.toThrow('--depth')
  })

  it('finds what speaks of a file', async () => {
    const a = await learn('alpha in src/db.ts')
    expect((await graph(env, { around: 'src/db.ts' })).nodes.map(({ id }) => id)).toEqual([
      'file:src/db.ts',
      a,
    ])
  })

  it('keeps links to a memory that was folded into another', async () => {
    const a = await learn('alpha')
    const b = await learn('beta')
    const c = await learn(`see [[${b}]]`)
    await edit(env, b, { content: 'alpha' })
    expect(edgesOf(await graph(env))).toEqual([`${c} related_to ${a}`])
    expect((await show(env, a)).backlinks).toMatchObject([{ from: c }])
  })

  it('is written so that no title can end its place', async () => {
    await learn('"] --> x; <script> \u001b[31m `', { title: '"]; evil [label="x' })
    await learn('see [["]; evil]] and [[\\"}]]')
    const found = await graph(env)
    const dot = renderGraph(found, 'dot')
    expect(dot.replace(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toMatch(/evil|script/)
    const mermaid = renderGraph(found, 'mermaid')
    expect(mermaid.replace(/"[^"\n]*"/g, '""')).not.toMatch(/evil|script/)
    expect(dot + mermaid + renderGraph(found, 'text')).not.toContain('\u001b')
    expect(JSON.parse(renderGraph(found, 'nodes'))).toHaveLength(found.nodes.length)
    expect(JSON.parse(renderGraph(found, 'edges'))).toHaveLength(found.edges.length)
  })
})

describe('recall --related', () => {
  it('adds what the hits are linked with, at half the weight for each link', async () => {
    const far = await learn('zulu')
    const near = await learn(`yankee [[${far}]]`)
    const hit = await learn(`postgres refuses [[${near}]]`)
    await learn('unrelated')
    const { hits, related } = await recall(env, 'postgres', { related: true })
    expect(hits.map(({ entry }) => entry.memory.id)).toEqual([hit])
    expect(related.map(({ entry, via }) => [entry.memory.id, via.hops])).toEqual([
      [near, 1],
      [far, 2],
    ])
    expect(related[0]!.score).toBeCloseTo(hits[0]!.score / 2)
    expect((await recall(env, 'postgres')).related).toEqual([])
  })
})
