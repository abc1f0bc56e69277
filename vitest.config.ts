import { defineConfig } from 'vitest/config'
import { tmpInMemory } from './scripts/tmp-in-memory.mjs'

const tmp = tmpInMemory()
if (tmp) process.env['TMPDIR'] = tmp

/** These replace modules, or load them anew; or start so many processes that a process which has run other files would be slow at it. */
const ALONE = [
  'test/store/cat-file.test.ts',
  'test/store/sessions/spool.test.ts',
  'test/torture/convergence/*.test.ts',
]
/** These share one browser and the repository that it looks at. */
const BROWSER = ['test/e2e/explorer/*.test.ts']

/** These start no process. What they load and leave would make each start slower: see test/helpers/spawn.ts. */
const PURE = ['test/{memory,search,briefing,loop-rules}/**/*.test.ts', 'test/{docs,rooms}.test.ts']

/** Not for other versions of Node and git: clients of agents bring a Node of their own, and torture takes minutes to say what the rest says. */
const HERE_ONLY = ['test/torture/**', 'test/e2e/{claude,mcp-inspector,other-agents,plugin}.test.ts']

export default defineConfig(({ mode }) => {
  const include = [mode === 'newcomer' ? 'test/newcomer/*.journey.ts' : 'test/**/*.test.ts']
  const elsewhere = mode === 'portability' ? HERE_ONLY : []
  const exclude = [...ALONE, ...BROWSER, ...PURE, ...elsewhere]
  const others = [
    { extends: true as const, test: { name: 'pure', include: PURE, isolate: false } },
    { extends: true as const, test: { name: 'alone', include: ALONE, exclude: elsewhere } },
    {
      extends: true as const,
      test: {
        name: 'browser',
        include: mode === 'portability' ? [] : BROWSER,
        globalSetup: ['test/e2e/explorer/setup.ts'],
        isolate: false,
        testTimeout: 180_000,
      },
    },
  ]
  return {
    test: {
      globalSetup: ['test/helpers/build.ts'],
      setupFiles: ['test/helpers/each-file.ts'],
      // Both of two processors: most of the time goes into waiting for git.
      maxWorkers: 2,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      env: { TZ: 'UTC', LC_ALL: 'C' },
      projects: [
        // A process that runs many files loads what they test once: a third of the processor time.
        { extends: true, test: { name: 'shared', include, exclude, isolate: false } },
        ...(mode === 'newcomer' ? [] : others),
      ],
    },
  }
})
