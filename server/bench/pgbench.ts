import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgresBin } from '../test/packages.ts'

const CLIENTS = 64
const DATABASE = 'pgbench'

/** pgbench on the server that the service uses: the writes of a program that does nothing else. */
export interface Pgbench {
  /** Transactions of `pgbench -N` a second: an update, a read and an insert, and a commit that waits for the disk. */
  changesPerSecond(seconds: number): number
}

/** `url` is a database of the server. A separate one is made, with as many rows as the largest notebook has entries. */
export async function providePgbench(url: string, rows: number): Promise<Pgbench> {
  await runStatement(url, `create database ${DATABASE}`)
  const program = join(findPostgresBin() ?? '', 'pgbench')
  const { hostname, port, username, password } = new URL(url)
  const run = (args: string[]) =>
    execFileSync(program, ['-h', hostname, '-p', port, '-U', username, ...args, DATABASE], {
      encoding: 'utf8',
      env: { ...process.env, PGPASSWORD: password },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  run(['--initialize', '--scale', String(Math.max(1, Math.ceil(rows / ROWS_OF_SCALE)))])
  return {
    changesPerSecond(seconds) {
      const time = String(Math.max(1, Math.round(seconds)))
      const printed = run(['-N', '-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', time])
      return Number(/tps = ([\d.]+)/.exec(printed)?.[1] ?? 0)
    },
  }
}

const ROWS_OF_SCALE = 100_000

/** The URL of another database of the same server. */
export function databaseOn(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
