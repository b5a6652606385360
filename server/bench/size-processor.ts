import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

/** The CPU time that processes have used so far, in milliseconds. */
export function usedBy(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * TICK_MS
}

/** The CPU time of the main thread of a process, in milliseconds. */
export function usedByMainThread(pid: number): number {
  return ticksIn(`/proc/${pid}/task/${pid}/stat`) * TICK_MS
}

/** The PostgreSQL processes that serve this database, parallel workers included, but not the one of this query. */
export async function connectionsTo(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return rows.map(({ pid }) => pid)
}

function ticksOf(pid: number): number {
  return ticksIn(`/proc/${pid}/stat`)
}

function ticksIn(file: string): number {
  try {
    // The name in brackets may contain blanks; after it come the state and, as 12th and 13th field, user and system
    // time.
    const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}
