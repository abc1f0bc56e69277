/** Once before the browser's tests: one browser for all of their files, and the repository that each file copies. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findBrowser } from '../../../scripts/browser.mjs'
import { type ExplorerRepo, makeExplorerRepo } from '../../helpers/explorer-repo.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Undefined where there is no browser. */
    browser: { endpoint: string; repo: ExplorerRepo } | undefined
  }
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const executablePath = findBrowser()
  if (executablePath === undefined) {
    if (process.env['CI'] === 'true') throw new Error('the tests of the explorer need a browser')
    console.warn('tests of the explorer are skipped: no browser is here')
    project.provide('browser', undefined)
    return undefined
  }
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'ralph-explored-')))
  mkdirSync(join(dir, 'repo'))
  const [server, repo] = await Promise.all([
    chromium.launchServer({ executablePath, args: FLAGS, host: '127.0.0.1' }),
    makeExplorerRepo(join(dir, 'repo')),
  ])
  project.provide('browser', { endpoint: server.wsEndpoint(), repo })
  return async () => {
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
