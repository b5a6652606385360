import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client } from '../../drills/client.ts'
import { post } from './kinds.ts'

const ENTRIES = 10_000

/**
 * Gives an entry as many and as long children as it shows. One of each comes from the service; the others are copies of
 * its row, because thousands of requests would take minutes.
 */
export async function addChildren(folder: string, client: Client, entry: number): Promise<void> {
  const at = `experiments/${entry}`
  await post(client, `${at}/comments`, { comment: 'word '.repeat(13_000) })
  const step = await client.call('POST', `${at}/steps`, { body: 'word' })
  await client.call('PATCH', `${at}/steps/${step.id}`, { body: 'word '.repeat(2000) })
  const form = ['--x', 'content-disposition: form-data; name="file"; filename="a.txt"', '', 'words', '--x--', '']
  const type = 'multipart/form-data; boundary=x'
  await client.call('POST', `${at}/uploads`, Buffer.from(form.join('\r\n')), { 'content-type': type })
  const target = await client.call('POST', 'experiments', { title: 'word '.repeat(50) })
  // Before the rest, because each answers the whole record.
  for (let line = 0; line < 200; line++) {
    await client.call('PATCH', at, { title: `Full ${line}`, metadata: { note: 'word '.repeat(800) + line } })
  }
  const database = new DatabaseSync(join(folder, 'aliquot.db'))
  try {
    database.exec('pragma busy_timeout = 60000; begin immediate')
    copyRow(database, 'comments', 'entity_id', entry, 499)
    copyRow(database, 'steps', 'entity_id', entry, 999)
    copyRow(database, 'uploads', 'entity_id', entry, 4999)
    copyRow(database, 'entities', 'id', target.id, ENTRIES)
    // The totals of their owner and of everyone.
    database.exec(`update entity_counts set total = total + ${ENTRIES} where type = 1 and state = 1`)
    database.exec(`insert into entity_links select ${entry}, id from entities where id >= ${target.id} limit 1000`)
    database.exec(`update entities set files = 5000 where id = ${entry}`)
    database.exec('commit')
  } finally {
    database.close()
  }
}

/** What must differ from row to row. */
const UNIQUE = ['long_name', 'elabid']

function copyRow(database: DatabaseSync, table: string, key: string, value: number, count: number): void {
  const columns = database.prepare('select name from pragma_table_info(?)').all(table) as { name: string }[]
  const names = columns.map(({ name }) => name).filter((name) => name !== 'id')
  const values = names.map((name) => (UNIQUE.includes(name) ? `${name} || n.value` : name))
  database.exec(`insert into ${table} (${names}) select ${values} from ${table},
    (with recursive n(value) as (select 1 union all select value + 1 from n where value < ${count}) select * from n) as n
    where ${key} = ${value}`)
}
