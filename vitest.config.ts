import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  test: {
    include: [mode === 'newcomer' ? 'test/newcomer/*.journey.ts' : 'test/**/*.test.ts'],
    globalSetup: ['test/helpers/build.ts'],
    // Both of two processors: most of the time goes into waiting for git.
    maxWorkers: 2,
    testTimeout: mode === 'newcomer' ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC', LC_ALL: 'C' },
  },
}))
