import type { EntityType } from '@aliquot/contract/common'
import { allKept, allUnsaved } from '../../sync/pending-store.ts'
import { lastUserid } from '../session/session.queries.ts'

export interface Draft {
  type: EntityType
  entryId: number
  title: string
  savedAt: number
}

/** Entries with unsaved work of this person on this device, newest first. */
export async function listDrafts(): Promise<Draft[]> {
  const userid = lastUserid()
  const newest = new Map<number, Draft>()
  for (const row of await allUnsaved()) {
    if (row.userid !== userid) continue
    newest.set(row.entryId, {
      type: row.type ?? 'experiments',
      entryId: row.entryId,
      title: row.current.title,
      savedAt: row.at,
    })
  }
  for (const { entryId, title, at, ...row } of await allKept()) {
    if (row.userid !== userid) continue
    const known = newest.get(entryId)
    newest.set(entryId, {
      type: row.type ?? 'experiments',
      entryId,
      title: known?.title ?? title,
      savedAt: Math.max(at, known?.savedAt ?? 0),
    })
  }
  return [...newest.values()].sort((a, b) => b.savedAt - a.savedAt)
}
