import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { finishInstance, type Instance, measureRound, type SizeResult, startInstance } from './measure.ts'
import { providePgbench } from './pgbench.ts'
import { startBare } from './processes.ts'
import { printReport } from './report.ts'

/**
 * Measures the service against the bare limits of the same machine in the same run: a single absolute number says nothing
 * on a machine that others share.
 *
 *     npm run bench -- [--sizes 1000,100000] [--seconds 1.5] [--rounds 5] [--engine postgres]     with PostgreSQL also
 *                                                  against `pgbench -N` on the same server
 *     npm run bench -- size [--sizes 10000,1000000] [--engine postgres] [--keep FOLDER] [--only TEXT]     what requests cost
 *                                                  with many entries; kept notebooks are there again the next time (with
 *                                                  --rounds 0 they are only made). TEXT is in the names of some requests
 *     npm run bench -- history [end|one|three]     what 1,000 saves of a long text cost, and how much they take
 *     npm run bench -- files [--sizes 2048] [--rounds 5]     a large file (MiB) up and down, and 1,000 small ones
 *     npm run bench -- files browser [--sizes 2048]     the same file, dropped on a page in Chromium
 *     npm run bench -- export [--sizes 100000] [--engine postgres] [--only ELN]     memory that a list of so many entries
 *                                                  takes as a file, and an archive of them to come back
 *     npm run bench -- table [--sizes 100000]     memory that importing so many rows of a table takes, and how fast it is
 *     npm run bench -- move-in [--sizes 2000]     how fast another Aliquot on this machine moves in, with one key and with 20
 *     npm run bench -- export later [--sizes 10000]     what three exports in the background take, and what others notice
 *     npm run bench -- paper [--sizes 500]         processor time and memory that pages take
 *     npm run bench -- stall [--only TEXT]     how long others wait for the largest requests that one may send
 *     npm run bench -- write [--sizes 100000] [--rounds 3] [--engine postgres]     what writes of entries cost, relative to
 *                                                  a comment
 *     npm run bench -- sync [--rounds 5]     what writing at the same time saves on disks whose syncs take a while (with strace)
 *     npm run bench -- merge [--rounds 5]     what the page takes to merge two texts with a long table
 *     npm run bench -- index [--entries 1000000] [--rounds 5] [--keep FOLDER]     what people notice while SQLite's search
 *                                                  indexes are made from nothing, with 500 writes a second
 *     npm run bench -- feed [--streams 2000] [--sizes 50000,5000000] [--rounds 3] [--engine postgres]     how soon changes reach
 *                                                  streams, what these cost, and pages of a long journal
 *     npm run bench -- web [--sizes 100,100000] [--rounds 7]     the web interface, in Chromium
 *
 * SQLite by default. PostgreSQL is a cluster of our own that waits for the disk, or the server of DATABASE_URL, on which
 * databases are made.
 */
export interface BenchResult {
  engine: 'sqlite' | 'postgres'
  node: string
  sizes: SizeResult[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    keep: { type: 'string' },
    only: { type: 'string' },
    entries: { type: 'string', default: '1000000' },
    streams: { type: 'string', default: '2000' },
  },
})

/** Of each measurement. Streams are told in larger pieces while writers write at full speed, so they need longer. */
const seconds = Number(values.seconds ?? (positionals[0] === 'feed' ? 5 : 1.5))

if (positionals[0] === 'web') {
  const { benchWeb } = await import('./web.ts')
  const [few = 100, many = 100_000] = (values.sizes ?? '').split(',').filter(Boolean).map(Number)
  await benchWeb({ few, many, runs: Number(values.rounds ?? 7) })
} else if (positionals[0] === 'files' && positionals[1] === 'browser') {
  const { benchBrowserUpload } = await import('./files-browser.ts')
  await benchBrowserUpload({ mib: Number(values.sizes ?? 2048) })
} else if (positionals[0] === 'files') {
  const { benchFiles } = await import('./files.ts')
  await benchFiles({ mib: Number(values.sizes ?? 2048), rounds: Number(values.rounds ?? 5) })
} else if (positionals[0] === 'stall') {
  const { benchStall } = await import('./stall.ts')
  await benchStall({ only: values.only })
} else if (positionals[0] === 'write') {
  const { benchWrite } = await import('./write.ts')
  const { sizes = 1000, rounds = 3 } = values
  const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
  await benchWrite({ size: Number(sizes), rounds: Number(rounds), seconds, engine })
} else if (positionals[0] === 'index') {
  const { benchIndex } = await import('./indexing/index-from-nothing.ts')
  const { entries, rounds = 5, keep } = values
  await benchIndex({ entries: Number(entries), rounds: Number(rounds), seconds, keep })
} else if (positionals[0] === 'feed') {
  const { benchFeed } = await import('./feed/feed.ts')
  const { streams, sizes = '50000,5000000', rounds = 3 } = values
  const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
  const events = sizes.split(',').filter(Boolean).map(Number)
  await benchFeed({ streams: Number(streams), sizes: events, rounds: Number(rounds), seconds, engine })
} else if (positionals[0] === 'export' && positionals[1] === 'later') {
  const { benchExportLater } = await import('./background/exports.ts')
  await benchExportLater({ entries: Number(values.sizes ?? 10_000) })
} else if (positionals[0] === 'export') {
  const { benchExport } = await import('./exports/export.ts')
  const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
  await benchExport({ entries: Number(values.sizes ?? 100_000), engine, only: values.only })
} else if (positionals[0] === 'table') {
  const { benchTable } = await import('./imports/table.ts')
  await benchTable({ rows: Number(values.sizes ?? 100_000) })
} else if (positionals[0] === 'move-in') {
  const { benchMoveIn } = await import('./imports/move-in.ts')
  await benchMoveIn({ entries: Number(values.sizes ?? 2000) })
} else if (positionals[0] === 'paper') {
  const { benchPaper } = await import('./paper/paper.ts')
  await benchPaper({ entries: Number(values.sizes ?? 500) })
} else if (positionals[0] === 'history') {
  const { benchHistory } = await import('./history.ts')
  await benchHistory(positionals[1])
} else if (positionals[0] === 'sync') {
  const { benchSync } = await import('./sync.ts')
  await benchSync({ rounds: Number(values.rounds ?? 5), seconds })
} else if (positionals[0] === 'merge') {
  const { benchMerge } = await import('./merge.ts')
  benchMerge({ rounds: Number(values.rounds ?? 5) })
} else if (positionals[0] === 'size') {
  const { benchSize } = await import('./size.ts')
  const [few = 10_000, many = 1_000_000] = (values.sizes ?? '').split(',').filter(Boolean).map(Number)
  const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
  const { rounds = 5, keep, only } = values
  await benchSize({ few, many, engine, rounds: Number(rounds), seconds, keep, only })
} else {
  await benchService()
}

async function benchService(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-bench-'))
  const bare = await startBare()
  const instances: Instance[] = []
  const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
  const ownServer =
    engine === 'postgres' && !process.env.DATABASE_URL ? await startPostgres({ durable: true }) : undefined
  const serverUrl = engine === 'postgres' ? (process.env.DATABASE_URL ?? ownServer?.url) : undefined
  try {
    const entries = (values.sizes ?? '1000,100000').split(',').map(Number)
    const pgbench = serverUrl ? await providePgbench(serverUrl, Math.max(...entries)) : undefined
    for (const size of entries) instances.push(await startInstance(size, folder, { serverUrl }))
    const rounds = Number(values.rounds ?? 5)
    for (let round = 1; round <= rounds; round++) {
      console.log(`Round ${round} of ${rounds}`)
      await measureRound(instances, { barePort: bare.port, pgbench, seconds })
    }
    const sizes: SizeResult[] = []
    for (const instance of instances) sizes.push(await finishInstance(instance))
    const result: BenchResult = { engine, node: process.version, sizes }
    mkdirSync('bench-results', { recursive: true })
    const file = join('bench-results', `${engine}.json`)
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
    printReport(result)
    console.log(`\nWritten to ${file}`)
  } finally {
    for (const { service } of instances) await service.stop()
    await bare.stop()
    await ownServer?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
