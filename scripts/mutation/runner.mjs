/**
 * A test runner for Stryker: the tests of the pure rooms are loaded once, and each mutant is switched on in the same process. vitest would
 * load everything anew for each mutant, which takes fifty times as long as most tests do.
 */
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import * as fc from 'fast-check'
import { startFile, tests } from './tests.mjs'

const COLLECTOR = new URL('tests.mjs', import.meta.url)
/** As deep as the tests themselves, which look for files beside the sources. */
const OUT = 'test/bundled'
/** Shared with the instrumented sources. */
const stryker = (globalThis.__stryker__ ??= {})

class InProcessRunner {
  #milliseconds = new Map()

  capabilities() {
    // Mutants are switched on while tests run, never while they are loaded (`ignoreStatic`): there is nothing to load anew.
    return { reloadEnvironment: true }
  }

  async init() {
    process.env.RALPH_RUNS ??= '0.25'
    // Properties draw the same for every mutant, and need not look for the smallest example.
    fc.configureGlobal({ seed: 1, endOnFailure: true })
    const entryPoints = ['test/memory', 'test/search'].flatMap((folder) =>
      readdirSync(folder).flatMap((name) => (name.endsWith('.test.ts') ? `${folder}/${name}` : [])),
    )
    await build({
      absWorkingDir: process.cwd(),
      entryPoints,
      entryNames: '[name]',
      outdir: OUT,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      plugins: [{ name: 'collector', setup: collectInsteadOfRunning }],
      logLevel: 'error',
    })
    for (const entry of entryPoints) {
      startFile(entry)
      await import(pathToFileURL(`${OUT}/${basename(entry, '.ts')}.js`).href)
    }
  }

  async dryRun({ files }) {
    const results = []
    const isSearchTouched = files === undefined || files.some((file) => file.includes('src/search/'))
    for (const { id, title, file, run } of tests) {
      // They are slow, and what they say of memories is said by the tests of memories, too.
      if (file.startsWith('test/search/') && !isSearchTouched) continue
      stryker.currentTestId = id
      const start = performance.now()
      const failure = await failureOf(run)
      const timeSpentMs = performance.now() - start
      this.#milliseconds.set(id, timeSpentMs)
      const outcome = failure === undefined ? { status: 0 } : { status: 1, failureMessage: failure }
      results.push({ id, name: title, fileName: file, timeSpentMs, ...outcome })
    }
    stryker.currentTestId = undefined
    return { status: 'complete', tests: results, mutantCoverage: stryker.mutantCoverage }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    const wanted = new Set(testFilter)
    const took = ({ id }) => this.#milliseconds.get(id) ?? 0
    const chosen = tests.filter(({ id }) => testFilter === undefined || wanted.has(id))
    Object.assign(stryker, { activeMutant: activeMutant.id, hitLimit, hitCount: 0 })
    try {
      // The quick ones first: most mutants do not get past them.
      for (const [at, { id, run }] of chosen.toSorted((a, b) => took(a) - took(b)).entries()) {
        const failureMessage = await failureOf(run)
        if (stryker.hitCount > hitLimit) return { status: 'timeout', reason: failureMessage }
        if (failureMessage !== undefined)
          return { status: 'killed', killedBy: [id], failureMessage, nrOfTests: at + 1 }
      }
      return { status: 'survived', nrOfTests: chosen.length }
    } finally {
      stryker.activeMutant = undefined
    }
  }
}

function collectInsteadOfRunning({ onResolve }) {
  onResolve({ filter: /^vitest$/ }, () => ({ path: COLLECTOR.href, external: true }))
}

async function failureOf(run) {
  try {
    await run()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }]
