import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bareInsertsPerSecond } from './bare.ts'
import { measureSize, type SizeResult } from './measure.ts'
import { startBare } from './processes.ts'
import { printReport } from './report.ts'

/**
 * Measures the service against the bare limits of the same machine in the same run: a single absolute number says nothing
 * on a machine that others share.
 *
 *     npm run bench -- [--sizes 1000,100000] [--seconds 3] [--rounds 3]
 *     npm run bench -- web [--sizes 100,100000] [--rounds 7]     the web interface, in Chromium
 *
 * SQLite by default; PostgreSQL with DATABASE_URL, whose database must be empty.
 */
export interface BenchResult {
  engine: 'sqlite' | 'postgres'
  node: string
  /** JSON answers a second of a bare node:http server, at 16 and at 64 connections. */
  bareHttp: Record<string, number>
  /** Inserts a second with one commit and fsync each. */
  bareInserts: number
  sizes: SizeResult[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string' },
  },
})

if (positionals[0] === 'web') {
  const { benchWeb } = await import('./web.ts')
  const [few = 100, many = 100_000] = (values.sizes ?? '').split(',').filter(Boolean).map(Number)
  await benchWeb({ few, many, runs: Number(values.rounds ?? 7) })
} else {
  await benchService()
}

async function benchService(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-bench-'))
  const bare = await startBare()
  try {
    const options = { folder, barePort: bare.port, seconds: Number(values.seconds), rounds: Number(values.rounds ?? 3) }
    const bareHttp: Record<string, number[]> = {}
    const sizes: SizeResult[] = []
    const inserts: number[] = [bareInsertsPerSecond(1)]
    for (const size of (values.sizes ?? '1000,100000').split(',').map(Number)) {
      sizes.push(await measureSize(size, options, bareHttp))
      inserts.push(bareInsertsPerSecond(1))
    }
    const result: BenchResult = {
      engine: process.env.DATABASE_URL ? 'postgres' : 'sqlite',
      node: process.version,
      bareHttp: Object.fromEntries(Object.entries(bareHttp).map(([name, all]) => [name, median(all)])),
      bareInserts: median(inserts),
      sizes,
    }
    mkdirSync('bench-results', { recursive: true })
    const file = join('bench-results', `${result.engine}.json`)
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
    printReport(result)
    console.log(`\nWritten to ${file}`)
  } finally {
    await bare.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}
