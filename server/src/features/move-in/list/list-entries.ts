import type { EntityType } from '@aliquot/contract/common'
import { idKey } from '../../imports/imports.addresses.ts'
import { TYPES } from '../move-in.kinds.ts'
import type { Run } from '../move-in.run.ts'
import { BadAnswer } from '../source/failures.ts'
import { idIn, isSet, type Json, recordsIn } from '../source/values.ts'
import { lookForHidden } from './hidden.ts'
import { IdSet } from './id-set.ts'
import { plan } from './plan.ts'
import { type Seen, seenOf } from './seen.ts'

const AT_ONCE = 100

const MOST_PINS = 10_000

/**
 * Reads the lists of all entries, archived and deleted ones too, as each key sees them, and gives each entry the id that
 * it will have here. Nothing of them is kept in memory but a bit for each id.
 */
export async function listEntries(run: Run): Promise<void> {
  const seen: Record<EntityType, IdSet> = {
    ...{ experiments: new IdSet(), items: new IdSet(), experiments_templates: new IdSet(), items_types: new IdSet() },
  }
  let done = 0
  for (const type of TYPES) {
    for (const { number } of run.keys) {
      for await (const { rows, date } of pagesOf(run, type, number)) {
        const fresh: Seen[] = []
        for (const row of rows) {
          const id = idIn(row, 'id')
          if (id === null) continue
          if (isSet(row, 'is_pinned')) notePin(run, idKey(type, id), number)
          if (seen[type].has(id)) continue
          seen[type].add(id)
          fresh.push(seenOf(row, id, readerOf(run, row, number), date))
        }
        run.report.count(type, 'there', fresh.length)
        await plan(run, type, fresh)
        done += fresh.length
        run.tell({ phase: 'list', done, total: null })
      }
    }
  }
  for (const type of TYPES) await lookForHidden(run, type, seen)
}

/** The key of the owner if there is one: others see only those links that lead to what they may read. */
function readerOf({ keys }: Run, row: Json, key: number): number {
  const [userid, team] = [idIn(row, 'userid'), idIn(row, 'team')]
  return keys.find((one) => one.userid === userid && one.team === team)?.number ?? key
}

function notePin({ pins }: Run, entry: string, key: number): void {
  const keys = pins.get(entry)
  if (keys) keys.push(key)
  else if (pins.size < MOST_PINS) pins.set(entry, [key])
}

async function* pagesOf(
  { client, signal }: Run,
  type: EntityType,
  key: number,
): AsyncGenerator<{ rows: Json[]; date: string | null }> {
  for (let offset = 0, before = ''; ; ) {
    signal.throwIfAborted()
    const path = `${type}?limit=${AT_ONCE}&offset=${offset}&scope=3&state=1,2,3&order=id&sort=asc`
    const { status, body, date } = await client.get(path, key)
    if (status !== 200) throw new BadAnswer(status, path)
    const rows = recordsIn(body)
    // A page beyond the end is empty. A short one may be all that this server gives at once.
    if (rows.length === 0) return
    const told = rows.map((row) => idIn(row, 'id')).join()
    // A proxy that leaves out the query would tell the first page for ever.
    if (told === before) throw new BadAnswer(status, path, 'the same page again')
    before = told
    yield { rows, date }
    offset += rows.length
  }
}
