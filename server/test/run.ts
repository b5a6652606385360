/**
 * `npm test`: every suite on a real database, the walks in a real browser, then the counts.
 *
 *     npm test                       everything: on SQLite, on PostgreSQL, and in Chromium
 *     npm test -- comments           only test files with "comments" in their path
 *     npm test -- --engine sqlite    only one of sqlite, postgres, browser
 *     npm test -- --quick            on SQLite, without the files that take longest (npm run test:quick)
 *
 * Other arguments go to Vitest as they are.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  canInstall,
  hasSwift,
  MissingProgram,
  provideChromium,
  providePostgresBin,
  provideSwift,
  requireChromium,
  requirePostgresBin,
} from './packages.ts'
import { startPostgres } from './postgres.ts'
import { makeRunFolder } from './run-folder.ts'
import { startSwift } from './s3/swift.ts'

const root = join(import.meta.dirname, '../..')
const engines = ['sqlite', 'postgres', 'browser'] as const
type Engine = (typeof engines)[number]

interface Failure {
  test: string
  message: string
}

interface Result {
  passed: number
  failed: number
  failures: Failure[]
  /** A problem other than failed tests, such as a crash of Vitest. */
  trouble?: string
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort(signal))
// The reader of our output may leave early (`npm test | head`); we must still clean up.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => interrupted.abort('SIGHUP'))
// npm forwards SIGTERM to the shell between us, which dies without telling us.
const parent = process.ppid
setInterval(() => process.ppid !== parent && interrupted.abort('SIGTERM'), 250).unref()

const folder = makeRunFolder()
try {
  process.exitCode = await runSuites(process.argv.slice(2))
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof MissingProgram ? error.message : error)
  process.exitCode = 1
} finally {
  folder.remove()
}
if (interrupted.signal.aborted) {
  process.exitCode = 128 + constants.signals[interrupted.signal.reason as NodeJS.Signals]
}

async function runSuites(args: string[]): Promise<number> {
  const { chosen, rest } = readArguments(args)
  const programs = providePrograms(chosen)
  const results = new Map<string, Result>()
  try {
    for (const engine of chosen) results.set(engine, await runSuite(engine, programs[engine], rest))
  } finally {
    await Promise.allSettled(Object.values(programs))
  }

  // With a filter one engine may have nothing to do, but not all of them.
  const filtered = rest.length > 0
  const ran = [...results.values()].some(({ passed, failed }) => passed + failed > 0)
  let ok = true
  for (const [name, { failures }] of results) printFailures(name, failures)
  console.log()
  for (const [name, { passed, failed, trouble }] of results) {
    const empty = passed + failed === 0 && !(filtered && ran) ? 'no test ran' : undefined
    const problem = trouble ?? empty
    if (problem) console.log(`${name} did not run to its end (${problem})`)
    if (problem || failed > 0) ok = false
  }
  for (const [name, { passed, failed }] of results) console.log(`${name}: ${passed} passed, ${failed} failed`)
  return ok ? 0 : 1
}

function readArguments(args: string[]): { chosen: readonly Engine[]; rest: string[] } {
  const rest = args.filter((arg) => arg !== '--quick')
  if (rest.length < args.length) {
    // vitest.config.ts lists those files.
    process.env.TEST_QUICK = 'on'
    return { chosen: ['sqlite'], rest }
  }
  const at = rest.findIndex((arg) => arg === '--engine' || arg.startsWith('--engine='))
  if (at === -1) return { chosen: engines, rest }
  const inline = rest[at]?.split('=')[1]
  const name = inline ?? rest[at + 1]
  rest.splice(at, inline === undefined ? 2 : 1)
  const chosen = engines.filter((engine) => engine === name)
  if (chosen.length === 0) throw new MissingProgram(`--engine is one of ${engines.join(', ')}, not ${name}`)
  return { chosen, rest }
}

/**
 * The programs that the suites need beyond Node. Missing ones are installed one after the other, while earlier suites
 * run.
 */
function providePrograms(chosen: readonly Engine[]): Record<Engine, Promise<unknown>> {
  // A machine that cannot run everything says so at once.
  if (!canInstall() && chosen.includes('postgres')) requirePostgresBin()
  if (!canInstall() && chosen.includes('browser')) requireChromium()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (engine: Engine, provide: () => Promise<unknown>) => {
    if (!chosen.includes(engine)) return Promise.resolve()
    const provided = last.then(() => {
      interrupted.signal.throwIfAborted()
      return provide()
    })
    last = provided.catch(() => {})
    return provided
  }
  return {
    sqlite: inTurn('sqlite', provideSwift),
    postgres: inTurn('postgres', providePostgresBin),
    browser: inTurn('browser', provideChromium),
  }
}

async function runSuite(engine: Engine, program: Promise<unknown>, args: string[]): Promise<Result> {
  const missing = await program.then(
    () => undefined,
    (error: Error) => error,
  )
  interrupted.signal.throwIfAborted()
  if (missing) return nothingRan(missing.message)
  if (engine === 'sqlite') return runOnSqlite(args)
  return engine === 'postgres' ? runOnPostgres(args) : runInBrowser(args)
}

/** With an S3 server for the few tests that need one; with a filter these start their own. */
async function runOnSqlite(args: string[]): Promise<Result> {
  if (!hasSwift() || args.length > 0 || process.env.TEST_QUICK) return runVitest('sqlite', args, {})
  interrupted.signal.throwIfAborted()
  const swift = await startSwift().catch((error: Error) => error)
  if (swift instanceof MissingProgram) {
    console.log(`\nLEFT OUT: the tests of files on S3. ${swift.message}\n`)
    return runVitest('sqlite', args, { TEST_S3_ENDPOINT: 'none' })
  }
  if (swift instanceof Error) return nothingRan(swift.message)
  try {
    return await runVitest('sqlite', args, { TEST_S3_ENDPOINT: swift.endpoint })
  } finally {
    await swift.remove()
  }
}

async function runOnPostgres(args: string[]): Promise<Result> {
  interrupted.signal.throwIfAborted()
  const postgres = await startPostgres().catch((error: Error) => error)
  if (postgres instanceof Error) return nothingRan(postgres.message)
  try {
    return await runVitest('postgres', args, { TEST_POSTGRES_URL: postgres.url })
  } finally {
    await postgres.remove()
  }
}

/** The browser tests have their own files and settings; they run on SQLite. */
function runInBrowser(args: string[]): Promise<Result> {
  return runVitest('browser', ['--config', 'e2e/vitest.config.ts', ...args], {})
}

async function runVitest(engine: Engine, args: string[], env: Record<string, string>): Promise<Result> {
  interrupted.signal.throwIfAborted()
  console.log(engine === 'browser' ? '\nWalks in a browser' : `\nTests on ${engine}`)
  const report = join(folder.path, `${engine}.json`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runGroup([vitest, 'run', '--passWithNoTests', ...reporters, ...args], {
    ...process.env,
    ...env,
    TEST_ENGINE: engine,
    TMPDIR: folder.path,
    // Hundreds of processes are started, which share Node's compile cache.
    ...(engine !== 'browser' && { NODE_COMPILE_CACHE: join(folder.path, 'compiled') }),
    // Tests that start `node` or `aliquot` get the pinned ones.
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  })
  interrupted.signal.throwIfAborted()
  return readReport(report, code)
}

/** Runs node with its own children in one process group, so that an interrupted run leaves none of them behind. */
function runGroup(args: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const endGroup = (signal: NodeJS.Signals) => {
      try {
        if (child.pid) process.kill(-child.pid, signal)
      } catch {
        // The group has already gone.
      }
    }
    let deadline: NodeJS.Timeout | undefined
    const interrupt = () => {
      endGroup('SIGTERM')
      deadline = setTimeout(() => endGroup('SIGKILL'), 3_000)
    }
    interrupted.signal.addEventListener('abort', interrupt, { once: true })
    child.on('error', reject)
    child.on('exit', (code) => {
      interrupted.signal.removeEventListener('abort', interrupt)
      clearTimeout(deadline)
      // A forgotten worker or server must not outlive the run.
      endGroup('SIGKILL')
      resolve(code)
    })
  })
}

interface Report {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

function nothingRan(trouble: string): Result {
  return { passed: 0, failed: 0, failures: [], trouble }
}

function readReport(file: string, code: number | null): Result {
  let report: Report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return nothingRan(`Vitest ended with ${code} and without a report`)
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = relative(root, name)
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed')
    // A file that cannot be loaded, or whose set-up fails, has no failed test, but it is a failure.
    if (status === 'failed' && failed.length === 0) return [{ test: file, message }]
    return failed.map(({ fullName, failureMessages = [] }) => ({
      test: `${file} > ${fullName}`,
      message: failureMessages.join('\n'),
    }))
  })
  const failed = failures.length
  const trouble = code !== 0 && failed === 0 ? `Vitest ended with ${code}` : undefined
  return { passed: report.numPassedTests, failed, failures, trouble }
}

/** Repeated at the end, for people who read only the last lines of a long run. */
function printFailures(engine: string, failures: Failure[]): void {
  for (const { test, message } of failures) {
    console.log(`\nFailed (${engine}): ${test}`)
    const lines = stripVTControlCharacters(message).split('\n')
    for (const line of lines.slice(0, 8)) console.log(`    ${line.slice(0, 300)}`)
  }
}
