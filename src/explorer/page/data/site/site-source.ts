/** An exported site: the files beside the page answer what the server would, and nothing can be changed. */
import type { ReadPath } from '../../../api.js'
import type { BudgetFile, Head, Histories, SearchFile, Site, Whole } from '../../../site/shapes.js'
import { SourceError } from '../source.js'
import type { Params, Source } from '../source.js'
import { changeOf, compareLines } from './diff.js'
import { read } from './files.js'
import { onLines } from './on-lines.js'
import { facetsFrom, recallFrom } from './recall.js'
import type { Shelf } from './recall.js'

type Answering = (params: Params) => Promise<unknown>

const READ_ONLY = new SourceError('read-only', 'nothing can be changed here', 'git ralph explore')

export function createSiteSource(): Source {
  return {
    readOnly: true,
    get: (route, params) => {
      const answer = ROUTES[route]
      if (!answer) throw new SourceError('not-exported', `'${route}' is not part of an exported site`)
      return answer(params)
    },
    post: () => Promise.reject(READ_ONLY),
    watch: () => {},
  }
}

const ROUTES: Partial<Record<ReadPath, Answering>> = {
  recall: async (params) => {
    const query = String(params['query'] ?? '')
    const [shelf, scores] = await Promise.all([open(), query === '' ? undefined : find(query)])
    return recallFrom(shelf, params, scores, Date.now())
  },
  facets: async (params) => facetsFrom(await open(), params),
  show: async (params) => {
    const shelf = await open()
    return wholeAt(shelf, numberOf(shelf, String(params['id']), params['line'] as string | undefined))
  },
  log: async (params) => (params['id'] === undefined ? read('log') : historyOf(String(params['id']))),
  diff: async ({ range }) => {
    const [from = '', to = ''] = String(range).split('..')
    const shelf = await open()
    const { added, changed, forgotten } = compareLines(shelf.heads, shelf.on(from), shelf.on(to))
    const wholes = changed.map(async ([before, after]) =>
      changeOf((await wholeAt(shelf, before)).memory, (await wholeAt(shelf, after)).memory),
    )
    const headsAt = (numbers: readonly number[]): Head[] => numbers.map((number) => shelf.heads[number]!)
    return { added: headsAt(added), changed: await Promise.all(wholes), forgotten: headsAt(forgotten) }
  },
  prime: async ({ budget }) => briefingWithin(await read('budget'), Number(budget)),
  status: async () => {
    const { made } = await read<Site>('site')
    return { ...(await read<object>('status')), made }
  },
  lines: () => read('lines'),
  graph: () => read('graph'),
  stale: () => read('stale'),
  'journal/list': () => read('journal'),
  'sessions/list': async () => ((await read<Site>('site')).sessions ? read('sessions') : { sessions: [] }),
  'loop/list': async () => ((await read<Site>('site')).sessions ? read('loops') : { loops: [] }),
}

async function open(): Promise<Shelf> {
  const [site, heads] = await Promise.all([read<Site>('site'), read<Head[]>('heads')])
  return (shelf ??= { site, heads, on: onLines(site) })
}
let shelf: Shelf | undefined

async function find(question: string): Promise<Map<number, number>> {
  indexed ??= Promise.all([import('./lunr.js'), read<SearchFile>('search')]).then(([{ openIndex }, file]) =>
    openIndex(file),
  )
  indexed.catch(() => (indexed = undefined))
  return (await indexed)(question)
}
let indexed: Promise<(question: string) => Map<number, number>> | undefined

/** The version on a line, or where that has none, any. */
function numberOf({ site, heads, on }: Shelf, id: string, line: string | undefined): number {
  const all = heads.flatMap((head, number) => (head.id === id ? [number] : []))
  const there = on(line ?? site.branch)
  const number = all.find((one) => there.has(one)) ?? all.at(-1)
  if (number === undefined) throw new SourceError('memory-not-found', `'${id}' is not part of this site`)
  return number
}

async function wholeAt({ site: { bucket } }: Shelf, number: number): Promise<Whole> {
  return (await read<Whole[]>(`whole/${Math.floor(number / bucket)}`))[number % bucket]!
}

async function historyOf(id: string): Promise<object> {
  const { site, heads } = await open()
  const first = heads.findIndex((head) => head.id === id)
  const histories = await read<Histories>(`history/${Math.floor(first / site.bucket)}`)
  return { commits: Object.hasOwn(histories, id) ? histories[id] : [] }
}

/** Of the budgets that were asked for beforehand, the largest that is not above this one. */
function briefingWithin({ branch, memories, steps }: BudgetFile, budget: number): object {
  const step = steps.findLast((one) => one.budget <= budget) ?? steps[0]!
  const explain = step.explain.map(([place, left]) => ({
    ...memories[place],
    ...(left !== undefined && { left }),
  }))
  return { ...step, branch, explain }
}
