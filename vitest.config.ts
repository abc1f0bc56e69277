import { defineConfig } from 'vitest/config'

/** These replace modules, or load them anew. */
const ALONE = ['test/store/cat-file.test.ts', 'test/store/sessions/spool.test.ts']

const project = {
  extends: true,
  // Both of two processors: most of the time goes into waiting for git.
  test: { maxWorkers: 2 },
} as const

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/build.ts'],
    setupFiles: ['test/helpers/each-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC', LC_ALL: 'C' },
    projects: [
      // A process that runs many files loads what they test once: a third of the processor time.
      {
        ...project,
        test: {
          ...project.test,
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
        },
      },
      { ...project, test: { ...project.test, name: 'alone', include: ALONE } },
    ],
  },
})
