/** A page of `git ralph explore` in a real browser. Whatever a page complains of, or asks of another machine, fails its test. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { afterFile } from '../../helpers/after-file.js'
import { explore, type Explorer } from '../../helpers/explorer.js'
import type { ExplorerRepo } from '../../helpers/explorer-repo.js'
import { makeDir } from '../../helpers/repo.js'

/** For a machine that has much else to do. */
const LONGEST_MS = 60_000
export const ARTIFACTS = join(import.meta.dirname, '../../../artifacts/')

export interface VisitOptions {
  width?: number
  height?: number
  dark?: boolean
  /** Complaints that the test provokes. */
  expected?: RegExp
}

export interface World {
  explorer: Explorer
  /** A copy of the large repository, of this file alone. */
  repo: ExplorerRepo
  /** Opens a page with the server's token at `#/…`. */
  visit(hash?: string, options?: VisitOptions): Promise<Page>
  /** Opens any address. */
  open(address: string, options?: VisitOptions): Promise<Page>
}

/** Describes what happens in the browser; skipped where there is none. */
export function inBrowser(title: string, body: (world: World) => void): void {
  const given = inject('browser')
  describe.skipIf(given === undefined)(title, () => {
    let browser: Browser
    let complaints: string[] = []
    const contexts: BrowserContext[] = []
    const world = {} as World
    beforeAll(async () => {
      const dir = makeDir('ralph-explored-')
      cpSync(given!.repo.dir, dir, { recursive: true, verbatimSymlinks: true })
      world.repo = { ...given!.repo, dir }
      ;[world.explorer, browser] = await Promise.all([explore(dir), chromium.connect(given!.endpoint)])
      afterFile(() => browser.close())
    })
    afterEach(async () => {
      for (const context of contexts.splice(0)) await context.close()
      const heard = complaints
      complaints = []
      expect(heard, 'complaints of the page').toEqual([])
    })
    world.open = async (address, { width = 1280, height = 860, dark = false, expected } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      context.setDefaultTimeout(LONGEST_MS)
      const page = await context.newPage()
      listen(page, (complaint) => {
        if (!expected?.test(complaint)) complaints.push(complaint)
      })
      await page.goto(address)
      return page
    }
    world.visit = (hash = '#/search', options) => {
      const { address, token } = world.explorer
      return world.open(`${address}#token=${token}&${hash.slice(1)}`, options)
    }
    body(world)
  })
}

function listen(page: Page, complain: (complaint: string) => void): void {
  // What the policy refuses is among them.
  page.on('console', (message) => message.type() === 'error' && complain(message.text()))
  page.on('pageerror', (error) => complain(`page error: ${error.message}`))
  page.on('dialog', (dialog) => {
    complain(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && hostname !== '127.0.0.1')
      complain(`request to ${request.url()}`)
  })
}

/** Waits until `ask` answers so. */
export function becomes<T>(ask: () => T | Promise<T>) {
  return expect.poll(ask, { timeout: LONGEST_MS, interval: 50 })
}

/** How far the page could be scrolled sideways. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate<number>(`{
    const { scrollWidth, clientWidth } = document.querySelector('main')
    Math.max(document.documentElement.scrollWidth - innerWidth, scrollWidth - clientWidth)
  }`)
