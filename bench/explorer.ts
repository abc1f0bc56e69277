/**
 * What the explorer costs whoever looks at it, in a real browser: until a server that was just started has shown its first hits, from a
 * key to its hits, and a frame while the graph is dragged. Yardsticks are an empty page, and an empty answer, of Node's http in the same run.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import type * as Playwright from 'playwright-core'
import { findBrowser } from '../scripts/browser.mjs'
import { makeExplorerRepo } from '../test/helpers/explorer-repo.js'
import { framesOf, until, WATCH, WATCH_EMPTY } from './explorer/page.js'
import { type Answer, countOf, inMs, ratioOf, type Table } from './report/table.js'
import { ENV } from './seed.js'

declare const ROOT: string

const quick = process.argv.includes('--quick')
/** So many are written on twelve branches for 10,000 of them to be in the view of main. */
const WRITTEN = quick ? 200 : 17_200
const ROUNDS = quick ? 1 : 7
const FRAMES = quick ? 10 : 120
const QUESTIONS = quick ? ['retry'] : ['deadlock', 'webhook retries', 'invoice', 'transaction limit']
const LONGEST_MS = 120_000
const PIXELS = 3

interface Started {
  child: ChildProcess
  address: string
  listening: number
}

const running = new Set<ChildProcess>()

async function start(dir: string): Promise<Started> {
  const before = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'bin/git-ralph.cjs'), 'explore', '--no-open'], {
    cwd: dir,
    env: ENV,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, address, listening: performance.now() - before }
}

async function stop({ child }: Started): Promise<void> {
  const ended = once(child, 'close')
  child.kill('SIGINT')
  await ended
}

/** A browser that has never been here. */
async function visit(browser: Playwright.Browser, address: string, watch: string): Promise<Playwright.Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  context.setDefaultTimeout(LONGEST_MS)
  await context.addInitScript(watch)
  const page = await context.newPage()
  await page.goto(address)
  return page
}

const firstOf = async (page: Playwright.Page): Promise<number> => {
  await until(page, 'times.first > 0')
  return page.evaluate<number>('times.first')
}

async function typed(page: Playwright.Page): Promise<number[]> {
  const field = page.locator('input[type=search]')
  for (const question of QUESTIONS) {
    for (const key of question) {
      const known = await page.evaluate<number>('times.keys.length')
      await field.press(key === ' ' ? 'Space' : key)
      // A space alone changes no question.
      if (key !== ' ') await until(page, `times.keys.length > ${known}`)
    }
    await field.fill('')
    await until(page, '!location.hash.includes("q=")')
  }
  return page.evaluate<number[]>('times.keys')
}

async function dragged(page: Playwright.Page): Promise<{ frames: number[]; nodes: string }> {
  await page.goto(`${page.url().split('#')[0]}#/graph`)
  // It is dragged while its nodes still move: later there is less to do.
  await page.locator('canvas[data-frames]').waitFor({ state: 'attached' })
  const nodes = (await page.locator('.side-list h2').textContent())!
  const box = (await page.locator('canvas').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const frames = page.evaluate<number[]>(framesOf(FRAMES))
  let isOver = false
  void frames.finally(() => (isOver = true))
  for (let n = 0; !isOver; n++) await page.mouse.move(x + (n % 50) * PIXELS, y)
  await page.mouse.up()
  return { frames: await frames, nodes }
}

async function asked(ask: () => Promise<Response>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < ROUNDS * 4; n++) {
    const before = performance.now()
    await (await ask()).text()
    times.push(performance.now() - before)
  }
  return times
}

export async function measure(): Promise<Answer[]> {
  const executablePath = findBrowser()
  if (executablePath === undefined) return [{ id: 'explorer/cost', absent: 'no browser is here' }, sizes()]
  const dir = mkdtempSync(join(tmpdir(), 'ralph-explored-'))
  await makeExplorerRepo(dir, { memories: WRITTEN })
  // Playwright cannot be bundled.
  const { chromium } = createRequire(join(ROOT, 'package.json'))('playwright-core') as typeof Playwright
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const empty = createServer((request, response) => {
    response.setHeader('Content-Type', request.url === '/' ? 'text/html' : 'application/json')
    response.end(request.url === '/' ? '<!doctype html><title>empty</title>' : '{}')
  })
  await once(empty.listen(0, '127.0.0.1'), 'listening')
  const nothing = `http://127.0.0.1:${(empty.address() as AddressInfo).port}/`
  try {
    return [await cost(browser, dir, nothing), sizes()]
  } finally {
    for (const child of running) child.kill('SIGKILL')
    await browser.close()
    empty.close()
    empty.closeAllConnections()
  }
}

async function cost(browser: Playwright.Browser, dir: string, nothing: string): Promise<Table> {
  const [listening, emptyPage, first, again]: number[][] = [[], [], [], []]
  await stop(await start(dir))
  for (let round = 0; round < ROUNDS; round++) {
    const server = await start(dir)
    listening!.push(server.listening)
    for (const [times, address, watch] of [
      [emptyPage, nothing, WATCH_EMPTY],
      [first, server.address, WATCH],
      [again, server.address, WATCH],
    ] as const) {
      const page = await visit(browser, address, watch)
      times!.push(await firstOf(page))
      await page.context().close()
    }
    await stop(server)
  }
  const server = await start(dir)
  const page = await visit(browser, server.address, WATCH)
  await firstOf(page)
  const keys = await typed(page)
  const { frames, nodes } = await dragged(page)
  const [origin = '', token = ''] = server.address.split('#token=')
  const headers = { Authorization: `Bearer ${token}` }
  let n = 0
  const answers = await asked(() => fetch(`${origin}api/recall?limit=100&query=deadlock+${n++}`, { headers }))
  const emptyAnswers = await asked(() => fetch(`${nothing}nothing`))
  const status = await (await fetch(`${origin}api/status`, { headers })).json()
  await stop(server)
  const { count } = status as { count: number }
  const rows: [string, number[], number[]?][] = [
    ['an empty page of Node', emptyPage!, emptyPage],
    ['until the server listens', listening!],
    ['first view of a new server', first!, emptyPage],
    ['first view once more', again!, emptyPage],
    ['an empty answer of Node', emptyAnswers],
    ['answer to a question', answers],
    ['key to its hits', keys, emptyPage],
    ['a frame while the graph is dragged', frames],
  ]
  return {
    id: 'explorer/cost',
    title: `The explorer in a browser, ${count.toLocaleString('en')} memories in view, ${ROUNDS} starts, ${keys.length} keys, a graph of ${nodes}`,
    columns: ['what', 'ms', 'most', '/ empty page'],
    rows: rows.map(([name, times, to]) => [
      name,
      inMs(times),
      { value: Math.max(...times), unit: 'ms' },
      to ? ratioOf(times, to) : '',
    ]),
  }
}

/** Zipped, as the server sends it. */
function sizes(): Table {
  const files = join(ROOT, 'dist/explorer')
  const kbOf = (of: (name: string) => boolean): number =>
    readdirSync(files)
      .filter(of)
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(files, name))).length / 1000, 0)
  return {
    id: 'explorer/size',
    title: 'The page of the explorer, gzipped',
    columns: ['what', 'KB'],
    rows: [
      ['everything', countOf(kbOf(() => true))],
      ['scripts', countOf(kbOf((name) => name.endsWith('.js')))],
      ['style', countOf(kbOf((name) => name.endsWith('.css')))],
    ],
  }
}
