/** Nodes and edges as they are asked for: what is near one node costs the same in a line of any size. */
import { isMemoryId, stylesOf } from '../../memory/id.js'
import { type Entry as ArticleEntry, sameTitle } from '../../memory/knowledge.js'
import { ANCHORED, DEFAULT_RELATION, linksOf, mentionsIn } from '../../memory/links.js'
import { type Memory, titleOf } from '../../memory/memory.js'
import { titleKey } from '../../search/fields.js'
import { anchoredIn, linkingTo } from '../../search/linked.js'
import { type Entry, idKey } from '../../search/segment.js'
import type { Snapshot } from '../../store/index/snapshot.js'

/** `missing`: something links to it, and it is not there. */
export type NodeKind = 'memory' | 'article' | 'file' | 'missing'

export interface Node {
  /** A memory's id, `article:` and a slug, `file:` and a path, or `missing:` and what the link says. */
  id: string
  kind: NodeKind
  title: string
  /** Of a memory. */
  entry?: Entry
}

export interface Edge {
  from: string
  to: string
  rel: string
}

export class GraphReader {
  readonly #snapshot: Snapshot
  readonly #articles: readonly ArticleEntry[]
  readonly #nodes = new Map<string, Node>()

  constructor(snapshot: Snapshot, articles: readonly ArticleEntry[]) {
    this.#snapshot = snapshot
    this.#articles = articles
  }

  /** A node that was named by an edge or handed out before. */
  node(id: string): Node {
    return this.#nodes.get(id)!
  }

  /** All memories and articles. */
  allNodes(): Node[] {
    const memories = this.#snapshot.entries().map((entry) => this.nodeOf(entry))
    return [...memories, ...this.#articles.map((entry) => this.#article(entry))]
  }

  /** What a person means: an id, an article's slug or title, a memory's title, or a file that memories are anchored in. */
  find(typed: string): Node | undefined {
    const target = this.#resolve(typed)
    if (target.kind !== 'missing') return target
    return anchoredIn(this.#snapshot.parts, typed).length > 0 ? this.#file(typed) : undefined
  }

  edgesFrom(node: Node): Edge[] {
    if (node.kind === 'article') {
      const { article } = this.#articles.find(({ slug }) => articleId(slug) === node.id)!
      return mentionsIn(article.body).map((to) => this.#edge(node, to, DEFAULT_RELATION))
    }
    if (node.entry === undefined) return []
    const { memory } = node.entry
    const files = [...new Set((memory.anchors ?? []).map(({ path }) => path))]
    return [
      ...linksOf(memory).map(({ to, rel }) => this.#edge(node, to, rel)),
      ...files.map((path) => ({ from: node.id, to: this.#file(path).id, rel: ANCHORED })),
    ]
  }

  edgesTo(node: Node): Edge[] {
    const { parts } = this.#snapshot
    const names = namesOf(node)
    const entries = node.kind === 'file' ? anchoredIn(parts, node.title) : linkingTo(parts, names)
    const fromMemories = entries.flatMap((entry) =>
      node.kind === 'memory' ? this.#edgesTo(node, names, entry) : this.edgesFrom(this.nodeOf(entry)),
    )
    const fromArticles = this.#articles.flatMap((entry) => this.edgesFrom(this.#article(entry)))
    return [...fromMemories, ...fromArticles].filter(({ to }) => to === node.id)
  }

  /** An id means one memory, so only titles have to be looked up. */
  #edgesTo(node: Node, names: readonly string[], entry: Entry): Edge[] {
    const from = this.nodeOf(entry)
    return linksOf(entry.memory)
      .filter(({ to }) => (isMemoryId(to) ? names.includes(to) : this.#resolve(to) === node))
      .map(({ rel }) => ({ from: from.id, to: node.id, rel }))
  }

  #edge(from: Node, to: string, rel: string): Edge {
    return { from: from.id, to: this.#resolve(to).id, rel }
  }

  /** Ids resolve in any style and through aliases, so that links outlive folds. */
  #resolve(to: string): Node {
    const entry = this.#find(to)
    if (entry !== undefined && (isMemoryId(to) || isTitled(entry.memory, to))) return this.nodeOf(entry)
    const article = this.#articles.find(
      (one) => one.slug === to.toLowerCase() || sameTitle(one.article.title) === sameTitle(to),
    )
    return article ? this.#article(article) : this.#keep({ id: `missing:${to}`, kind: 'missing', title: to })
  }

  #find(to: string): Entry | undefined {
    const keys = isMemoryId(to) ? [idKey(to), ...stylesOf(to).map(idKey)] : [titleKey(to)]
    for (const key of keys) {
      const [entry] = this.#snapshot.find(key)
      if (entry !== undefined) return entry
    }
    return undefined
  }

  nodeOf(entry: Entry): Node {
    const { memory } = entry
    return this.#keep({ id: memory.id, kind: 'memory', title: titleOf(memory), entry })
  }

  #article({ slug, article }: ArticleEntry): Node {
    return this.#keep({ id: articleId(slug), kind: 'article', title: article.title })
  }

  #file(path: string): Node {
    return this.#keep({ id: `file:${path}`, kind: 'file', title: path })
  }

  #keep(node: Node): Node {
    const known = this.#nodes.get(node.id)
    if (known) return known
    this.#nodes.set(node.id, node)
    return node
  }
}

const articleId = (slug: string): string => `article:${slug}`

function isTitled({ title }: Memory, text: string): boolean {
  return title !== undefined && titleKey(title) === titleKey(text)
}

/** Every way in which a link may name it. */
function namesOf({ id, kind, title, entry }: Node): string[] {
  if (kind === 'missing' || kind === 'file') return [title]
  if (kind === 'article') return [id.slice('article:'.length), title]
  const { aliases = [], title: own } = entry!.memory
  return [...[id, ...aliases].flatMap((name) => stylesOf(name)), ...(own === undefined ? [] : [own])]
}
