import { defineConfig } from 'vitest/config'

/** The tests of the pure rooms: nothing is built, and each mutant is tried in a second or two. */
export default defineConfig({
  test: {
    include: ['test/{memory,search}/**/*.test.ts'],
    setupFiles: ['test/helpers/each-file.ts'],
    testTimeout: 60_000,
    env: { TZ: 'UTC', LC_ALL: 'C', RALPH_RUNS: '0.25' },
  },
})
