import { defineConfig } from 'vitest/config'

/** These replace modules, or load them anew. */
const ALONE = ['test/store/cat-file.test.ts', 'test/store/sessions/spool.test.ts']

export default defineConfig(({ mode }) => {
  const include = [mode === 'newcomer' ? 'test/newcomer/*.journey.ts' : 'test/**/*.test.ts']
  return {
    test: {
      globalSetup: ['test/helpers/build.ts'],
      setupFiles: ['test/helpers/each-file.ts'],
      // Both of two processors: most of the time goes into waiting for git.
      maxWorkers: 2,
      testTimeout: mode === 'newcomer' ? 3_600_000 : 60_000,
      hookTimeout: 60_000,
      env: { TZ: 'UTC', LC_ALL: 'C' },
      projects: [
        // A process that runs many files loads what they test once: a third of the processor time.
        { extends: true, test: { name: 'shared', include, exclude: ALONE, isolate: false } },
        { extends: true, test: { name: 'alone', include: mode === 'newcomer' ? [] : ALONE } },
      ],
    },
  }
})
