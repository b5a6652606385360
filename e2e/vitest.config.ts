import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongWalksFirst } from './long-walks-first.ts'

/** The walks through the real service in a real browser: `npm test -- --engine browser`. */
export default defineConfig({
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    globalSetup: ['prepare.ts'],
    pool: 'forks',
    // Each worker keeps its browser and its service for all of its files; a walk has a context and a notebook of its own.
    isolate: false,
    sequence: { sequencer: LongWalksFirst },
    // One more than there may be cores: many walks wait for somebody to type.
    maxWorkers: 3,
    // Upper limits for a machine that is busy with other things; nothing here waits longer than it must.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    testTimeout: 120_000,
    // A second try, which the report names: a starved browser may miss a moment. What is broken fails both times.
    retry: 1,
    hookTimeout: 120_000,
    // What a walk that has failed still waited for. Its failure is told, and the second try must not fail by it.
    onUnhandledError: ({ message }) => !message.includes('Target page, context or browser has been closed'),
  },
})
