import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '../../helpers/after-file.js'
import { runBin } from '../../helpers/bin.js'
import { makeDir } from '../../helpers/repo.js'
import { becomes, inBrowser } from './browser.js'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const PREFIX = '/wiki/memories/'

/** Serves files and nothing else, as a host of pages does. */
async function serve(dir: string): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const path = new URL(url, 'http://127.0.0.1').pathname
    asked.push(path)
    try {
      if (!path.startsWith(PREFIX)) throw new Error('outside')
      const file = path.slice(PREFIX.length) || 'index.html'
      const bytes = readFileSync(join(dir, file))
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/json')
      response.end(bytes)
    } catch {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PREFIX}`, asked }
}

inBrowser('an exported site below a path of another host', (world) => {
  let site: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    const dir = join(makeDir(), 'site')
    const { code, err } = runBin(['explore', '--export', dir], { cwd: world.repo.dir })
    expect(code, err).toBe(0)
    site = await serve(dir)
  })

  test('is searched and read without a server, and changes nothing', async () => {
    const page = await world.open(`${site.address}#/search`)
    await page.locator('.row').first().waitFor()
    await page.locator('input[type=search]').fill('deadlock')
    await becomes(() => page.locator('.row .title').first().textContent()).toMatch(/deadlock/i)
    await page.locator('.row').first().click()
    await becomes(() => page.locator('.entry').textContent()).toContain('Where it comes from')
    expect(await page.getByRole('button', { name: /New|Edit|Forget/ }).count()).toBe(0)
    expect(site.asked.filter((path) => path.includes('/api/'))).toEqual([])
  })

  for (const [view, seen] of [
    ['branches', '.line-graph .tip'],
    ['graph', '.drawing[data-settled=true]'],
    ['timeline', '.happened.write'],
    ['budget', '.blocks li'],
    ['inbox', 'h1'],
    ['health', '.figures'],
  ])
    test(`shows ${view}`, async () => {
      const page = await world.open(`${site.address}#/${view}`)
      await page.locator(seen!).first().waitFor({ state: 'attached' })
      expect(await page.locator('.state.failed').count()).toBe(0)
    })
})
