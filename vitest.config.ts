import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { longFilesFirst } from './server/test/time/long-files-first.ts'

// `npm test` runs this twice, see server/test/run.ts; plain `npx vitest` is the SQLite run.
const onPostgres = process.env.TEST_ENGINE === 'postgres'

/** Tests without a database: only in the SQLite run. */
const withoutDatabase = [
  ...['contract/**', 'server/src/lib/**', 'web/**'],
  ...['server/src/log.test.ts', 'server/src/features/docs/**', 'server/src/web/**', 'server/test/architecture.test.ts'],
  'server/test/web-*.test.ts',
]
/** Slow tests of what is the same on both engines: files, foreign programs and servers, and drawing. */
const onceIsEnough = [
  ...['server/src/files/s3*.test.ts', 'server/test/typed-clients.test.ts'],
  ...['server/watch-program/**', 'server/src/agent/**', '**/previews.test.ts', '**/move-in.bad-servers.test.ts'],
  ...[
    '**/paper/labels.test.ts',
    '**/paper/appended.test.ts',
    '**/sheets/broken.test.ts',
    '**/imports/eln/hostile.test.ts',
  ],
]
/**
 * Files that start processes and buckets, wait, hash many passwords, measure how time grows, or go through everything:
 * three quarters of the time of the SQLite run. `npm run test:quick` leaves them out.
 */
const slow = [
  ...['**/s3*.test.ts', '**/previews.test.ts', '**/serve.test.ts', '**/cli*.test.ts', '**/upgrade.test.ts'],
  ...['**/readme.test.ts', '**/verify.test.ts', '**/visibility.test.ts', '**/random-queries.test.ts'],
  ...[
    '**/every-route-by-role.test.ts',
    '**/*.property.test.ts',
    '**/build.test.ts',
    '**/first-load.test.ts',
    '**/backup.test.ts',
  ],
  ...['**/typed-clients.test.ts', '**/openapi.test.ts', '**/*.hostile.test.ts', '**/*-fuzz.test.ts'],
  ...['**/foreign-lock.test.ts', '**/sessions.limits.test.ts', '**/file-search.test.ts', '**/restore.test.ts'],
  ...['**/log.test.ts', '**/seed.test.ts', '**/zip.test.ts', '**/watch-program.test.ts'],
]
/** The slowest files. */
const LONG = [
  ...['attacks.service', 'serve', 'every-endpoint', 'verify', 'webhooks', 'mirror', 'stored-exports', 'agent'],
  ...['indexing', 'bounds', 'settled', 'stream', 'cli', 'sessions.limits', 'markdown.hostile', 'html.hostile'],
]
const onlyPostgres = ['server/test/postgres.test.ts']

const exclude = [
  '**/node_modules/**',
  ...(onPostgres ? [...withoutDatabase, ...onceIsEnough] : onlyPostgres),
  ...(process.env.TEST_QUICK ? slow : []),
]

export default defineConfig({
  test: {
    // Processes and not threads: tests start servers, change their environment and open native handles.
    pool: 'forks',
    // Each test builds a service and throws it away: with V8's usual 1 MB for young objects, a sixth of the time goes to
    // collecting them.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    sequence: { sequencer: longFilesFirst(LONG) },
    // One more than cores: files that start processes, wait for locks or count down timers leave theirs free.
    maxWorkers: availableParallelism() + 1,
    // A slow machine is common, a hanging test is rare.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts'],
          exclude,
          globalSetup: ['server/test/run-folder.ts'],
          // All state of the service belongs to a context, and each test has its own: loading and warming up the same
          // code for every file would take a quarter of the time.
          isolate: false,
        },
      },
      // Modules of the page keep state, because they stand for one open page.
      { extends: true, test: { name: 'interface', include: ['web/src/**/*.test.ts'], exclude } },
      // Components that react to somebody, in an emulated page.
      {
        extends: true,
        test: { name: 'components', include: ['web/src/**/*.test.tsx'], exclude, environment: 'happy-dom' },
      },
    ],
  },
})
