import { describe, expect, it } from 'vitest'
import {
  around,
  byLinks,
  type Filter,
  filterGraph,
  type Graph,
  neighboursOf,
  radiusOf,
  withTags,
} from '../../../src/explorer/page/graph/model.js'

const graph: Graph = {
  nodes: [
    { id: 'm1', kind: 'memory', title: 'Postgres needs a lock', type: 'fix', tags: ['db', 'once'] },
    { id: 'm2', kind: 'memory', title: 'Money is whole cents', type: 'decision', tags: ['db'] },
    { id: 'm3', kind: 'memory', title: 'Alone', type: 'fix', tags: [] },
    { id: 'f', kind: 'file', title: 'src/db.ts' },
  ],
  edges: [
    { from: 'm1', to: 'm2', rel: 'related_to' },
    { from: 'm2', to: 'f', rel: 'anchored' },
  ],
}
const ALL: Filter = {
  kinds: new Set(['memory', 'article', 'file', 'tag', 'missing']),
  types: new Set(),
  tag: '',
  text: '',
  lonely: true,
}
const idsOf = ({ nodes }: Graph): string[] => nodes.map(({ id }) => id)

describe('the graph', () => {
  it('makes a node of a tag that two have, and none of one that only one has', () => {
    const tagged = withTags(graph)
    expect(idsOf(tagged)).toContain('tag:db')
    expect(idsOf(tagged)).not.toContain('tag:once')
    expect(tagged.edges.filter(({ to }) => to === 'tag:db')).toHaveLength(2)
  })

  it('keeps no edge to a node that was filtered away', () => {
    const filtered = filterGraph(graph, { ...ALL, kinds: new Set(['memory']) })
    expect(idsOf(filtered)).toEqual(['m1', 'm2', 'm3'])
    expect(filtered.edges).toEqual([graph.edges[0]])
  })

  it('filters memories by type, tag and words', () => {
    expect(idsOf(filterGraph(graph, { ...ALL, types: new Set(['decision']) }))).toEqual(['m2', 'f'])
    expect(idsOf(filterGraph(graph, { ...ALL, tag: 'once' }))).toEqual(['m1', 'f'])
    expect(idsOf(filterGraph(graph, { ...ALL, text: 'MONEY cents' }))).toEqual(['m2'])
  })

  it('leaves out what nothing is linked with, if asked', () => {
    expect(idsOf(filterGraph(graph, { ...ALL, lonely: false }))).toEqual(['m1', 'm2', 'f'])
  })

  it('knows the neighbours in both directions', () => {
    expect(neighboursOf(graph).get('m2')).toEqual([
      { id: 'm1', rel: 'related_to', out: false },
      { id: 'f', rel: 'anchored', out: true },
    ])
  })

  it('focuses on a node and what is so many links away', () => {
    expect(idsOf(around(graph, 'm1', 1))).toEqual(['m1', 'm2'])
    expect(idsOf(around(graph, 'm1', 2))).toEqual(['m1', 'm2', 'f'])
    expect(idsOf(around(graph, 'm3', 5))).toEqual(['m3'])
  })

  it('lists those with most links first', () => {
    expect(byLinks(graph, neighboursOf(graph)).map(({ id }) => id)).toEqual(['m2', 'm1', 'f', 'm3'])
  })

  it('draws more links bigger, up to a bound', () => {
    expect(radiusOf(4)).toBeGreaterThan(radiusOf(1))
    expect(radiusOf(10_000)).toBe(16)
  })
})
