import { sql } from 'kysely'
import { type Client, isSuccess, makeClient } from './client.ts'
import { type Instance, runVerify, withContext } from './instance.ts'
import { type Entry, type Ledger, type SeenEntry, settleEntry, settleThing, type Thing } from './ledger.ts'

const READERS = 8

/**
 * Resends unanswered creates and compares the server with the ledger, while nobody writes. `all` checks every entry,
 * otherwise those written since their last check.
 */
export async function checkLedger(
  ledger: Ledger,
  port: number,
  key: string,
  { all }: { all: boolean },
): Promise<string[]> {
  const problems: string[] = []
  await withClients(port, key, [...ledger.openCreates.values()], async (client, create) => {
    const headers = { authorization: create.credential, 'idempotency-key': create.key }
    const reply = await client.call('POST', create.path, create.body, headers)
    if (isSuccess(reply) && reply.id > 0) ledger.acknowledgeCreate(create.key, reply.id)
    else problems.push(`POST ${create.path}, sent again, answered ${reply.status} ${reply.text.slice(0, 300)}`)
  })
  const entries = [...ledger.entries.values()].filter((entry) => all || entry.touched)
  await withClients(port, key, entries, async (client, entry: Entry) => {
    const reply = await client.call('GET', `${entry.type}/${entry.id}`)
    if (reply.status === 200) problems.push(...settleEntry(entry, JSON.parse(reply.text) as SeenEntry))
    else problems.push(`${entry.type} ${entry.id} is missing: ${reply.status} ${reply.text.slice(0, 200)}`)
  })
  const things = [...ledger.things.values()].filter((thing) => all || thing.touched)
  await withClients(port, key, things, async (client, thing: Thing) => {
    const reply = await client.call('GET', thing.path)
    const { name, title, state = PRESENT } = JSON.parse(reply.text) as { name?: string; title?: string; state?: number }
    if (reply.status === 200) problems.push(...settleThing(thing, state === PRESENT ? (name ?? title ?? '') : null))
    else if (reply.status === 404) problems.push(...settleThing(thing, null))
    else problems.push(`${thing.path} answered ${reply.status} ${reply.text.slice(0, 200)}`)
  })
  return problems
}

/** Deleted categories stay, in another state. */
const PRESENT = 1

async function withClients<T>(
  port: number,
  key: string,
  jobs: T[],
  work: (client: Client, job: T) => Promise<void>,
): Promise<void> {
  const rest = jobs.values()
  const readOne = async () => {
    const client = makeClient(() => port, key)
    try {
      for (const job of rest) await work(client, job)
    } finally {
      client.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(READERS, jobs.length) }, readOne))
}

/** Checks the tables themselves: nothing beyond the ledger, no broken reference, and `aliquot verify` agrees. */
export async function checkStorage(
  instance: Instance,
  ledger: Ledger,
  { moreEntries = 0 }: { moreEntries?: number } = {},
): Promise<string[]> {
  const expected = ledger.entries.size + moreEntries
  const problems = await withContext(instance.env, async ({ db }) => {
    const found: string[] = []
    const count = async (table: 'entities' | 'comments') =>
      Number(
        (
          await db.read
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const entries = await count('entities')
    const comments = await count('comments')
    if (entries !== expected) found.push(`${entries} entries stored, ${expected} expected`)
    if (comments !== ledger.commentCount()) found.push(`${comments} comments, ${ledger.commentCount()} expected`)
    if (db.engine === 'sqlite') {
      const broken = await sql`pragma foreign_key_check`.execute(db.read)
      if (broken.rows.length > 0) found.push(`orphan rows: ${JSON.stringify(broken.rows.slice(0, 5))}`)
      const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.read)
      if (integrity.rows[0]?.integrity_check !== 'ok') found.push(`integrity: ${JSON.stringify(integrity.rows)}`)
    }
    return found
  })
  const verify = await runVerify(instance.env)
  if (verify.code !== 0) problems.push(`aliquot verify ended with ${verify.code}: ${verify.output.slice(0, 2000)}`)
  return problems
}
