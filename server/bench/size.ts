import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Postgres, startPostgres } from '../test/postgres.ts'
import type { LoadResult } from './load.ts'
import { load, type Service, startService } from './processes.ts'
import { provideNotebook } from './size-notebooks.ts'
import { connectionsTo, usedBy } from './size-processor.ts'
import { FIRST_PAGE, sizeScenarios } from './size-scenarios.ts'

export interface SizeOptions {
  few: number
  many: number
  engine: 'sqlite' | 'postgres'
  rounds: number
  seconds: number
  /** A folder in which the notebooks stay for the next time, because seeding a million entries takes minutes. */
  keep: string | undefined
  /** Only requests whose name contains one of these, separated by commas. */
  only: string | undefined
}

interface Notebook {
  service: Service
  databaseUrl: string | undefined
  /** Requests by scenario. */
  requests: Record<string, string>
  results: Record<string, Measured[]>
}

interface Measured extends LoadResult {
  /** Milliseconds of CPU time per request. */
  processor: number
}

const CONNECTIONS = 16

/**
 * The cost of a request with many entries relative to few, as a typical member of the largest team. The two are
 * measured back to back, because a shared machine changes from minute to minute. CPU time says more there than wall
 * time, which includes the time that others had the processor.
 */
export async function benchSize({ few, many, engine, rounds, seconds, keep, only }: SizeOptions): Promise<void> {
  const folder = keep ? resolve(keep) : mkdtempSync(join(tmpdir(), 'aliquot-bench-size-'))
  const cluster = keep && { folder: join(folder, 'cluster') }
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true, ...cluster }) : undefined
  const notebooks: Notebook[] = []
  try {
    for (const entries of [few, many]) notebooks.push(await startNotebook(entries, folder, postgres))
    const isMeant = (name: string) => !only || only.split(',').some((text) => name.includes(text))
    const names = Object.keys(notebooks[0]?.requests ?? {}).filter((name) => name === FIRST_PAGE || isMeant(name))
    // The first requests wait for the disk, and PostgreSQL caches plans for them.
    if (rounds > 0) for (const name of names) for (const notebook of notebooks) await loadWith(notebook, name, seconds)
    for (let round = 1; round <= rounds; round++) {
      console.log(`Round ${round} of ${rounds}`)
      for (const name of names) for (const notebook of notebooks) await measure(notebook, name, seconds)
    }
    if (rounds > 0) report(engine, { few, many }, names, notebooks)
  } finally {
    for (const { service } of notebooks) await service.stop()
    await postgres?.remove()
    if (!keep) rmSync(folder, { recursive: true, force: true })
  }
}

async function startNotebook(entries: number, folder: string, postgres: Postgres | undefined): Promise<Notebook> {
  const { env, keys, team } = await provideNotebook(entries, folder, postgres)
  const service = await startService(env, join(folder, `service-${entries}.log`))
  const requests = await sizeScenarios(service.port, keys, team)
  return { service, databaseUrl: env.DATABASE_URL, requests, results: {} }
}

async function measure(notebook: Notebook, name: string, seconds: number): Promise<void> {
  const { results } = notebook
  const before = await processorTime(notebook)
  const result = await loadWith(notebook, name, seconds)
  const processor = ((await processorTime(notebook)) - before) / result.requests
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} of ${result.requests} requests failed`)
  results[name] = [...(results[name] ?? []), { ...result, processor }]
}

function loadWith({ service, requests }: Notebook, name: string, seconds: number): Promise<LoadResult> {
  return load({ port: service.port, connections: CONNECTIONS, seconds, requests: [requests[name] as string] })
}

/** The CPU time of the service and its database connections, in milliseconds. */
async function processorTime({ service, databaseUrl }: Notebook): Promise<number> {
  const others = databaseUrl ? await connectionsTo(databaseUrl) : []
  return usedBy([service.pid, ...others])
}

function report(
  engine: string,
  sizes: { few: number; many: number },
  names: readonly string[],
  notebooks: readonly Notebook[],
): void {
  const [small, large] = notebooks.map(({ results }) => results)
  const rows = names.map((name) => {
    const [before, after] = [medianOf(small?.[name]), medianOf(large?.[name])]
    return {
      name,
      cost: round(after.processor / before.processor),
      'cost in time': round(before.perSecond / after.perSecond),
      perSecond: Math.round(after.perSecond),
      'processor, few': round(before.processor),
      processor: round(after.processor),
      'of the first page': round(after.processor / medianOf(large?.[FIRST_PAGE]).processor),
      p50: after.p50,
      p99: after.p99,
      'p99 / p50': round(after.p99 / after.p50),
    }
  })
  mkdirSync('bench-results', { recursive: true })
  writeFileSync(
    join('bench-results', `size-${engine}.json`),
    `${JSON.stringify({ engine, ...sizes, rows }, null, 2)}\n`,
  )
  console.log(
    `\n${engine}: cost with ${sizes.many} entries / with ${sizes.few}; wanted ≤ 2, p99 / p50 ≤ 10, and lists ≤ 1.5 of the first page`,
  )
  console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])))
}

function medianOf(rounds: readonly Measured[] = []): Measured {
  return rounds.toSorted((a, b) => a.processor - b.processor)[Math.floor(rounds.length / 2)] as Measured
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
