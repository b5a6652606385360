import type { Change } from '../../change.ts'
import type { Db, SweepRow } from '../../db/schema.ts'
import type { Author } from '../../journal/record.ts'
import { changeEntity } from '../entries/entries.change.ts'
import { holdRow } from '../entries/entries.lookup.ts'
import { formatGrantees, type Grantees } from '../entries/entries.permissions.ts'
import { readSettings } from '../entries/entries.settings.ts'
import * as repo from './teamgroups.repo.ts'

/** Removes the id of a deleted group from the permissions of entries. It has given no rights since the deletion. */
export const groupSweeper = {
  async next(db: Db, { subject_id, after_id }: SweepRow, most: number): Promise<number[]> {
    const rows = await repo.listEntries(db, { group: subject_id, after: after_id, most })
    return rows.map((row) => row.entity_id)
  },

  async sweep(work: Change, author: Author, { subject_id }: SweepRow, id: number): Promise<void> {
    const [entry] = await holdRow(work.db, { id })
    if (!entry) return
    const { canbook } = await readSettings(work.db, entry)
    const set = {
      canread: without(entry.canread, subject_id),
      canwrite: without(entry.canwrite, subject_id),
      ...(canbook !== undefined && { canbook: without(canbook, subject_id) }),
    }
    await changeEntity(work, author, entry, { set, touch: false })
  },

  // An entry that got the id since holds a meaningless number, so there is nothing to wait for.
  finish: () => Promise.resolve(true),
}

function without(permission: string, group: number): string {
  const lists: Grantees = JSON.parse(permission)
  return formatGrantees({ ...lists, teamgroups: lists.teamgroups.filter((id) => id !== group) })
}
