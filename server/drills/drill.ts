/**
 * `npm run drill -- NAME`: what may never happen, tried on purpose. See docs/drills.md.
 *
 *     npm run drill -- crash --rounds 200 --writers 32
 *     npm run drill -- fuzz --seconds 60 --seed 7
 *     npm run drill -- ci                              short versions of all
 */
import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/dialect.ts'
import { cleanWhenInterrupted } from './cleanup.ts'
import { crashDrill } from './crash.ts'
import { diskDrill } from './disk.ts'
import { mirrorDrill } from './feed/mirror.ts'
import { filesDrill } from './files.ts'
import { fuzzDrill } from './fuzz/fuzz.ts'
import type { Drill, DrillOptions } from './options.ts'
import { postgresDrill } from './postgres.ts'
import { makeRandom } from './random.ts'
import { printReport } from './report.ts'
import { searchDrill } from './search.ts'
import { termDrill } from './term.ts'
import { verifyDrill } from './verify.ts'
import { watchDrill } from './watch/watch.ts'
import { webhooksDrill } from './webhooks/webhooks.ts'

const drills: Record<string, Drill> = {
  crash: crashDrill,
  term: termDrill,
  postgres: postgresDrill,
  fuzz: fuzzDrill,
  verify: verifyDrill,
  disk: diskDrill,
  files: filesDrill,
  mirror: mirrorDrill,
  search: searchDrill,
  watch: watchDrill,
  webhooks: webhooksDrill,
}

/** The short versions for every push, longest first. */
const CI: readonly [name: string, options: Omit<DrillOptions, 'random'>][] = [
  ['search', { rounds: 40 }],
  ['search', { rounds: 40, engine: 'postgres' }],
  ['crash', { rounds: 5, writers: 32 }],
  ['term', { rounds: 1, writers: 16 }],
  ['verify', { rounds: 20 }],
  ['files', { rounds: 3, writers: 8 }],
  ['postgres', { rounds: 2, writers: 16 }],
  ['watch', { files: 60, seconds: 8 }],
  ['webhooks', { rounds: 3 }],
  ['fuzz', { seconds: 8 }],
  ['fuzz', { seconds: 8, engine: 'postgres' }],
]

/** Three quarters of the time a drill leaves the cores idle: it waits for a start, a stop or an outage. */
const AT_ONCE = 2

/** No drill takes this long; one that hangs ends here. */
const MOST_MINUTES = 90

cleanWhenInterrupted()
setTimeout(() => {
  console.error(`Still running after ${MOST_MINUTES} minutes. FAILED`)
  process.exit(1)
}, MOST_MINUTES * 60_000).unref()
// Exits even if a failed drill left something running; the exit handlers clean up.
process.exit(await main())

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      writers: { type: 'string' },
      files: { type: 'string' },
      seconds: { type: 'string' },
      'sync-ms': { type: 'string' },
      seed: { type: 'string' },
      engine: { type: 'string' },
    },
  })
  const [name = ''] = positionals
  const options = {
    rounds: readCount('rounds', values.rounds),
    writers: readCount('writers', values.writers),
    files: readCount('files', values.files),
    seconds: readCount('seconds', values.seconds),
    syncMs: readCount('sync-ms', values['sync-ms']),
    engine: readEngine(values.engine),
  }
  const seed = readCount('seed', values.seed) ?? Math.floor(Math.random() * 1_000_000)
  if (name === 'ci') return (await runShortVersions(seed)) ? 0 : 1
  return (await runDrill(name, options, seed)) ? 0 : 1
}

/** Each has its own servers and folders, so several run side by side. */
async function runShortVersions(seed: number): Promise<boolean> {
  const waiting = [...CI]
  let passed = true
  const runNext = async (): Promise<void> => {
    const next = waiting.shift()
    if (!next) return
    if (!(await runDrill(...next, seed))) passed = false
    await runNext()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  return passed
}

async function runDrill(name: string, options: Omit<DrillOptions, 'random'>, seed: number): Promise<boolean> {
  const drill = drills[name]
  if (!drill) {
    console.error(`Which drill? One of ${[...Object.keys(drills), 'ci'].join(', ')}`)
    return false
  }
  const title = options.engine ? `${name} on ${options.engine}` : name
  console.log(`Drill ${title}, seed ${seed}`)
  const started = performance.now()
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  try {
    const report = await drill({ ...given, random: makeRandom(seed) })
    return printReport(title, report, (performance.now() - started) / 1000)
  } catch (error) {
    console.error(error)
    console.log(`${title}: did not run to its end. FAILED\n`)
    return false
  }
}

function readCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} must be a whole number`)
  process.exit(2)
}

function readEngine(text: string | undefined): Engine | undefined {
  if (text === undefined || text === 'sqlite' || text === 'postgres') return text
  console.error('--engine is sqlite or postgres')
  process.exit(2)
}
