import type { Change } from '../../../change.ts'
import type { MovedRow } from '../../../db/schema.ts'
import { Refusal } from '../../../errors.ts'
import { nextCustomId, requireFreeCustomId } from '../../entries/entries.labels.ts'
import * as entities from '../../entries/entries.lookup.ts'
import * as repo from '../move-in.repo.ts'
import type { Leave } from './notes.ts'
import type { PreparedEntry } from './prepare.ts'

/** The id that was planned for an entry, unless a restore of the notebook gave it to another one meanwhile. */
export async function freeIdFor(work: Change, { our_id }: MovedRow): Promise<{ id?: number }> {
  if (our_id === null) return {}
  const [other] = await entities.find(work.db, { id: our_id })
  return other ? {} : { id: our_id }
}

export async function elabidFor(
  work: Change,
  { elabid }: PreparedEntry,
  fresh: string | null,
  leave: Leave,
): Promise<string | null> {
  if (elabid === null) return fresh
  const [other] = await repo.isElabidTaken(work.db, { elabid })
  if (!other) return elabid
  leave('elabid_taken', elabid)
  return fresh
}

export async function customIdFor(
  work: Change,
  { values, customId: custom_id }: Pick<PreparedEntry, 'values' | 'customId'>,
  leave: Leave,
  id = 0,
): Promise<number | null> {
  if (custom_id === null) return null
  const { type, category = null } = values
  try {
    await requireFreeCustomId(work.db, { id, type, category, custom_id })
    return custom_id
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    leave('custom_id_taken', String(custom_id))
    return nextCustomId(work.db, type, category)
  }
}
