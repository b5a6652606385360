import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { longFilesFirst } from '../server/test/time/long-files-first.ts'

const LONG = [
  'keeping-text',
  'matrix',
  'accessibility-phone',
  'accessibility-desk',
  'editor',
  'kept-fields',
  'writing-together',
  'list',
  'stored-scripts',
  'new-entry',
]

/** The browser tests of the real service: `npm test -- --engine browser`. */
export default defineConfig({
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    globalSetup: ['prepare.ts'],
    pool: 'forks',
    // Each worker keeps its browser and service for all of its files; each test has its own context and notebook.
    isolate: false,
    sequence: { sequencer: longFilesFirst(LONG) },
    // One more than the usual number of cores, because many tests wait for typing.
    maxWorkers: 3,
    // Upper limits for a busy machine; nothing waits longer than it must.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    testTimeout: 120_000,
    // A second try, which the report names: a starved browser may miss a moment. A real failure fails both times.
    retry: 1,
    hookTimeout: 120_000,
    // What a failed test still waited for. Its failure is reported, and must not fail the second try.
    onUnhandledError: ({ message }) => !message.includes('Target page, context or browser has been closed'),
  },
})
