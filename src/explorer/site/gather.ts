/** Everything that an exported site holds, as its files: asked of the very commands that the server runs. */
import { MEMORY_TYPES } from '../../memory/memory.js'
import { serialiseIndex } from '../../search/lunr.js'
import type { Run } from '../answer.js'
import { gatherBudget } from './budget.js'
import { historiesOf, inBuckets } from './histories.js'
import type { Head, Memory, SearchFile, Site, Whole } from './shapes.js'
import { versionsOf } from './versions.js'
import { type Commit, type Extra, privateKeys, without, withoutSubject } from './withhold.js'

export type SiteFiles = Map<string, unknown>
export type Ask = (name: string, ...words: string[]) => Promise<Answer>
// oxlint-disable-next-line typescript/no-explicit-any -- whatever a command printed: see docs/json.md
type Answer = any

const BUCKET = 100
const SEPARATOR = '[^\\p{L}\\p{N}]+'
const TITLE_LENGTH = 200
const MOST_JOURNAL = 500
const MOST_SESSIONS = 200

export async function gatherSite(run: Run, extras: ReadonlySet<Extra>, now: Date): Promise<SiteFiles> {
  const keys = privateKeys(extras)
  const ask: Ask = async (name, ...words) =>
    without(JSON.parse(await run(name, [...words, '--format=json'])), keys)
  const held = await quarantined(ask)
  const isAllowed = ({ id }: { id: string }): boolean => extras.has('quarantined') || !held.has(id)

  const lines = await ask('lines')
  const onLines = []
  for (const { branch } of lines.lines as { branch: string }[]) {
    const { memories } = (await ask('list', `--line=${branch}`)) as { memories: Memory[] }
    onLines.push({ branch, memories: memories.filter(isAllowed) })
  }
  const { versions, lines: siteLines } = versionsOf(onLines)
  const firsts = new Map(versions.map(({ id }, number): [string, number] => [id, number]).toReversed())
  const isShown = (id: string): boolean => firsts.has(id)

  const stale = await ask('stale')
  const judged = new Map((stale.memories as Judged[]).map((one) => [one.id, one]))
  const status = await ask('status')
  const here = onLines.find(({ branch }) => branch === status.branch)?.memories ?? []
  const current = new Set(here.map(({ id }) => id))
  const site: Site = {
    made: now.toISOString(),
    branch: status.branch,
    bucket: BUCKET,
    sessions: extras.has('sessions'),
    lines: siteLines,
  }
  const files: SiteFiles = new Map<string, unknown>([
    ['site', site],
    ['heads', versions.map((memory) => headOf(memory, judged.get(memory.id), held.get(memory.id)))],
    ['status', statusOf(status, here)],
    ['stale', { ...stale, memories: (stale.memories as Judged[]).filter(isAllowed) }],
    ['search', searchFile(versions)],
    ['budget', await gatherBudget(ask)],
    ['journal', await ask('journal list', `--last=${MOST_JOURNAL}`)],
    ['graph', graphOf(await ask('graph'), isAllowed)],
  ])
  await addWholes(files, versions, async (memory) => {
    if (!current.has(memory.id) || !memory.anchors) return memory.anchors
    if (!extras.has('code')) return judged.get(memory.id)?.anchors ?? memory.anchors.map(fresh)
    return (await ask('show', '--code', memory.id)).anchors as object[]
  })

  const { commits } = (await ask('log', '--everywhere', '--max=0', '--patch')) as { commits: Commit[] }
  for (const [number, bucket] of inBuckets(historiesOf(commits, isShown), firsts, BUCKET))
    files.set(`history/${number}`, bucket)
  const told = commits.map((commit) => tell(withoutSubject(commit, isShown), isAllowed))
  const subjects = new Map(told.map(({ commit, subject }) => [commit, subject]))
  files.set('log', { more: false, commits: told })
  files.set('lines', {
    lines: (lines.lines as Line[]).map(({ lastWrite, ...line }) => ({
      ...line,
      lastWrite: { ...lastWrite, subject: subjects.get(line.tip) ?? '' },
    })),
  })
  if (extras.has('sessions')) {
    files.set('sessions', await ask('sessions list', `--limit=${MOST_SESSIONS}`))
    files.set('loops', await ask('loop list'))
  }
  return files
}

interface Judged {
  id: string
  state: string
  anchors: object[]
}

interface Line {
  tip: string
  lastWrite: object
}

const fresh = (anchor: object): object => ({ ...anchor, state: 'fresh' })

/** Why each is in quarantine. */
async function quarantined(ask: Ask): Promise<Map<string, string[]>> {
  const { entries } = (await ask('review', '--all')) as {
    entries: { id: string; state: string; why: string[] }[]
  }
  return new Map(entries.filter(({ state }) => state !== 'approved').map(({ id, why }) => [id, why]))
}

function headOf(
  { id, type, title, content, tags, created, updated, trust, provenance }: Memory,
  judged: Judged | undefined,
  quarantine: string[] | undefined,
): Head {
  return {
    id,
    type,
    ...(title !== undefined && { title }),
    content: title === undefined ? content.trimStart().split('\n', 1)[0]!.slice(0, TITLE_LENGTH) : '',
    tags,
    created,
    ...(updated !== undefined && { updated }),
    ...(trust !== undefined && { trust }),
    ...(provenance && { author: provenance.author }),
    ...((judged?.state === 'changed' || judged?.state === 'gone') && { code: judged.state }),
    ...(quarantine && { quarantine }),
  }
}

/** What is so of the memories, not of this machine. */
function statusOf({ branch, line, lastWrite }: Answer, memories: readonly Memory[]): object {
  const counts = Object.fromEntries(
    MEMORY_TYPES.map((type) => [type, memories.filter((one) => one.type === type).length]),
  )
  const count = memories.length
  return { branch, line, count, counts, ...(lastWrite && { lastWrite: { when: lastWrite.when } }), inbox: 0 }
}

function searchFile(versions: readonly Memory[]): SearchFile {
  const documents = versions.map(({ title = '', tags, content }) => ({
    title,
    tags: tags.join(' '),
    body: content,
  }))
  return { separator: SEPARATOR, index: serialiseIndex(documents, new RegExp(SEPARATOR, 'u')) }
}

function graphOf(graph: Answer, isAllowed: (node: { id: string }) => boolean): object {
  const nodes = (graph.nodes as { id: string }[]).filter(isAllowed)
  const edges = (graph.edges as { from: string; to: string }[]).filter(
    ({ from, to }) => isAllowed({ id: from }) && isAllowed({ id: to }),
  )
  return { ...graph, nodes, edges }
}

/** As `log` tells it without `--patch`. */
const tell = ({ changes, ...commit }: Commit, isAllowed: (change: { id: string }) => boolean): Commit => ({
  ...commit,
  changes: changes.filter(isAllowed).map(({ id, what }) => ({ id, what })),
})

async function addWholes(
  files: SiteFiles,
  versions: readonly Memory[],
  anchorsOf: (memory: Memory) => Promise<object[] | undefined>,
): Promise<void> {
  for (let first = 0; first < versions.length; first += BUCKET) {
    const wholes: Whole[] = []
    for (const memory of versions.slice(first, first + BUCKET)) {
      const anchors = await anchorsOf(memory)
      wholes.push({ memory, ...(anchors && { anchors }) })
    }
    files.set(`whole/${first / BUCKET}`, wholes)
  }
}
