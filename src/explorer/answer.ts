/** Answers one API request by running the command it names. */
import type { IncomingMessage } from 'node:http'
import { READS, type Route, type Undo, WRITES } from './api.js'
import { readBody } from './body.js'
import { Refused } from './refusal.js'
import type { Turns } from './turns.js'
import { withUndo } from './undo.js'
import { type Given, wordsFor } from './words.js'

/** Runs a command of the catalogue with these words, and answers what it prints. */
export type Run = (name: string, words: readonly string[]) => Promise<string>

export interface Answering {
  run: Run
  turns: Turns
  /** Called after a write. */
  written(): void
}

export async function answer(
  { run, turns, written }: Answering,
  request: IncomingMessage,
  url: URL,
): Promise<string> {
  const path = url.pathname.slice('/api/'.length)
  const ask = (at: string, words: readonly string[]): Promise<string> => run(at.replaceAll('/', ' '), words)
  if (request.method === 'GET') {
    const words = wordsFor(path, find(READS, path), fromQuery(url.searchParams))
    return turns.read(() => ask(path, words))
  }
  if (request.method !== 'POST') throw new Refused(405, 'bad-usage', 'read with GET, write with POST')
  const route = find(WRITES, path)
  const body = await readBody(request)
  const words = wordsFor(path, route, body)
  return turns.write(async () => {
    try {
      const { printed, undo } = await withUndo(ask, { path, body }, () => ask(path, words))
      return beside(printed, undo)
    } finally {
      written()
    }
  })
}

function find(routes: Readonly<Record<string, Route>>, path: string): Route {
  if (!Object.hasOwn(routes, path)) throw new Refused(404, 'no-route', `there is no '/api/${path}'`)
  return routes[path]!
}

function fromQuery(params: URLSearchParams): Given {
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

const beside = (printed: string, undo: Undo | undefined): string =>
  undo ? JSON.stringify({ ...(JSON.parse(printed) as object), undo }) : printed
