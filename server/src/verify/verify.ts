import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Engine } from '../db/dialect.ts'
import { HEALTH } from '../db/health.ts'
import type { Db } from '../db/schema.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { TABLES } from '../db/tables/all.ts'
import type { FileStore } from '../files/store.ts'
import { INSTANCE_CHAIN } from '../journal/record.ts'
import { verifyChains } from './chains.ts'
import { verifyCheckpoints } from './checkpoints.ts'
import { verifyCounts } from './counts.ts'
import { verifyDailyCounts } from './daily-counts.ts'
import { verifyEntries } from './entries.ts'
import { verifyFiles } from './files.ts'
import type { Finding, Report } from './findings.ts'
import { verifyInstance } from './instance.ts'
import { compareKept } from './kept-hashes.ts'
import { verifyPeople } from './people.ts'
import { windowsOver } from './windows.ts'

/** The result of checking the whole journal. */
export interface Verdict {
  ok: boolean
  chains: number
  events: number
  checkpoints: number
  /** The number of contents read; 0 if they are skipped. */
  files: number
  /** The number of problems; `findings` lists the first of them. */
  wrong: number
  findings: Finding[]
}

const MOST_FINDINGS = 1000

/**
 * Recomputes the whole journal and compares every row that it covers with it, in one snapshot while others go on
 * writing. Memory does not grow with the data. With `contents`, every file content is read and hashed as well.
 */
export async function verify(
  database: Database,
  onProgress: (done: number, of: number) => void = () => {},
  contents?: { store: FileStore; onProgress?: (files: number) => void },
  keptHashes: readonly string[] = [],
): Promise<Verdict> {
  const verdict: Verdict = { ok: true, chains: 0, events: 0, checkpoints: 0, files: 0, wrong: 0, findings: [] }
  const report: Report = (finding) => {
    verdict.ok = false
    verdict.wrong++
    if (verdict.findings.length < MOST_FINDINGS) verdict.findings.push(finding)
  }
  await inSnapshot(database, async (db) => {
    const parts = [
      () => verifyPages(db, database.engine, report),
      () => verifyAllChains(db, verdict, report, onProgress),
      () => verifyInstance(db, report),
      () => verifyPeople(db, report),
      () => verifyCounts(db, report),
      () => verifyDailyCounts(db, report),
      async () => {
        verdict.checkpoints = await verifyCheckpoints(db, report)
      },
      () => compareKept(db, keptHashes, report),
    ]
    // A part that cannot be read does not hide what the others find.
    for (const part of parts) await part().catch((error: unknown) => report(unreadable(error)))
  })
  // Outside of the snapshot, which must not stay open for as long as reading all files takes. Files never disappear, so
  // this is safe.
  if (contents) {
    const { store, onProgress = () => {} } = contents
    await verifyFiles(database.read, store, report, onProgress).then(
      (files) => {
        verdict.files = files
      },
      (error: unknown) => report(unreadable(error)),
    )
  }
  return verdict
}

async function verifyAllChains(
  db: Db,
  verdict: Verdict,
  report: Report,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const { of } = await db.selectFrom('chains').select(sql<number>`count(*)`.as('of')).executeTakeFirstOrThrow()
  const windows = windowsOver(db, [
    { table: 'events', column: 'chain' },
    { table: 'chains', column: 'chain' },
    ...tablesOfEntries(),
  ])
  for await (const window of windows) {
    const ends = await verifyChains(db, window, report)
    await verifyEntries(db, window, ends, report)
    for (const [chain, { events }] of ends) {
      verdict.events += events
      if (chain !== INSTANCE_CHAIN) verdict.chains++
    }
    onProgress(verdict.chains, of)
  }
}

/** The columns that refer to entries. Each may hold the id of an entry that is missing. */
function tablesOfEntries(): { table: string; column: string }[] {
  const tables = TABLES.filter(
    ({ proof, key }) =>
      proof.by === 'entry' || (proof.by === 'seal' && proof.chain === 'entry') || key[0] === 'entity_id',
  )
  return tables.map(({ name }) => ({ table: name, column: name === 'entities' ? 'id' : 'entity_id' }))
}

async function verifyPages(db: Db, engine: Engine, report: Report): Promise<void> {
  for (const line of await HEALTH[engine].findDamage(db)) {
    report({ table: 'database', id: null, entry: null, message: `database file: ${line}` })
  }
}

function unreadable(error: unknown): Finding {
  const { message, cause } = error as Error
  const reason = cause instanceof Error ? cause.message : message
  return { table: 'database', id: null, entry: null, message: `the database cannot be read: ${reason}` }
}
