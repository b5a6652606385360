import { defineConfig } from 'vitest/config'

/** The walks through the real service in a real browser: `npm test -- --engine browser`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    globalSetup: ['build-web.ts'],
    pool: 'forks',
    // Each has a browser and a server of its own.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
