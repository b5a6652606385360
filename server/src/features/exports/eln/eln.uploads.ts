import type { Entity } from '@aliquot/contract/entities'
import type { Db, UploadRow } from '../../../db/schema.ts'
import { Turns } from '../../../lib/turns.ts'
import { STATE } from '../../entries/entries.types.ts'
import { listInPages } from '../../uploads/uploads.lookup.ts'

/** What an entry shows, and what it has put aside: earlier versions too. */
export const FILE_STATES = [STATE.normal, STATE.archived]

/**
 * The files of an entry in the archive, oldest first. Those of a deleted entry are the ones that would come back with
 * it.
 */
export async function readUploads(db: Db, { id, state }: Pick<Entity, 'id' | 'state'>): Promise<UploadRow[]> {
  const isDeleted = state === STATE.deleted
  const states = JSON.stringify(isDeleted ? [STATE.deleted] : FILE_STATES)
  const all: UploadRow[] = []
  const turns = new Turns()
  for await (const rows of listInPages(db, { entity: id, states })) {
    all.push(...rows.filter(({ parked_state }) => !isDeleted || parked_state !== null))
    await turns.rest()
  }
  return all.reverse()
}
