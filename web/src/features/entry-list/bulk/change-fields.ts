import type { BodyInputOf } from '@aliquot/contract/endpoint'
import { type Entity, entities } from '@aliquot/contract/entities'
import { call } from '../../../api/call.ts'
import { isUnchanged, requireUnchanged, storedFields } from '../../../api/if-unchanged.ts'
import { entryParams } from '../../entry-data/entry-types.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import type { Undo } from './bulk-actions.ts'

/**
 * Changes fields of an entry and returns a function that puts back what they were, unless somebody has changed them
 * since. The entry is read first, because the list may be older than the last change.
 */
export async function changeFields(row: EntryRow, fieldsOf: (entry: Entity) => Partial<Entity>): Promise<Undo> {
  const params = entryParams(row)
  const { data: before } = await call(entities.read, { params })
  const set = fieldsOf(before)
  if (isUnchanged(before, set)) return async () => {}
  const { data: after } = await call(entities.edit, { params, body: set as Body })
  const [old, left] = [storedFields(before, set), storedFields(after, set)]
  return async () => {
    const ifMatch = await requireUnchanged(entities.read, { params }, left)
    return call(entities.edit, { params, body: old as Body, ifMatch })
  }
}

type Body = BodyInputOf<typeof entities.edit>
