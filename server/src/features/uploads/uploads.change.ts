import { randomUUID } from 'node:crypto'
import type { Change } from '../../change.ts'
import { writeAtEnd } from '../../db/deferred-writes.ts'
import type { EntityRow, UploadRow } from '../../db/schema.ts'
import { uploadsTable } from '../../db/tables/entries/uploads.ts'
import { type Changes, fieldChange, rowChanges } from '../../journal/changes.ts'
import { sealOf } from '../../journal/seals.ts'
import { askForContent } from '../previews/previews.ask.ts'
import { indexUpload } from '../search/file-index.ts'
import * as repo from './uploads.repo.ts'

/** The values of a new file. */
export type UploadValues = Pick<UploadRow, 'userid' | 'real_name' | 'comment' | 'hash' | 'filesize' | 'mime'> & {
  long_name?: string
  /** 1: the system made it. */
  immutable?: number
  /** The file that it replaces, archived right before. */
  replaces?: number
}

/** The columns that the journal records, from the creation on. */
const TOLD = ['userid', 'real_name', 'long_name', 'comment', 'hash', 'filesize', 'mime', 'state', 'immutable'] as const

/** Adds a file to an entry. The caller has locked the entry and records the change there. */
export async function addUpload(
  work: Change,
  entry: Pick<EntityRow, 'id' | 'team'>,
  values: UploadValues,
): Promise<UploadRow> {
  const [row] = await repo.insert(work.db, {
    ...values,
    entity_id: entry.id,
    long_name: values.long_name ?? newLongName(values.real_name),
    immutable: values.immutable ?? 0,
    replaces: values.replaces ?? null,
    created_at: work.at,
  })
  if (!row) throw new Error('the database gave no row back')
  await repo.addToTotal(work.db, entry.team, 1, row.filesize)
  await repo.addForEntry(work.db, { entity: entry.id, files: 1 })
  await askForContent(work, row)
  await writeAtEnd(work.db, () => indexUpload(work.db, row))
  const changes: Changes = {}
  for (const field of TOLD) changes[field] = fieldChange(undefined, row[field])
  await recordUpload(work, row, 'created', changes)
  return row
}

/** The columns that can change. */
export type UploadSet = Partial<Pick<UploadRow, 'userid' | 'real_name' | 'comment' | 'state' | 'parked_state'>>

/** Changes a file. A no-op if nothing differs. The caller has locked the entry. */
export async function changeUpload(work: Change, before: UploadRow, set: UploadSet): Promise<UploadRow> {
  const fields = (Object.keys(set) as (keyof UploadSet)[]).filter((field) => set[field] !== before[field])
  if (fields.length === 0) return before
  const changed = Object.fromEntries(fields.map((field) => [field, set[field]]))
  const row = await repo.update(work.db, before.id, {
    ...changed,
    modified_at: work.at,
    version: before.version + 1,
  })
  const files = shown(row) - shown(before)
  if (files !== 0) await repo.addForEntry(work.db, { entity: row.entity_id, files })
  // A running job for the same content does not know this file yet.
  if (files > 0) await askForContent(work, row)
  if (files !== 0 || row.real_name !== before.real_name) await writeAtEnd(work.db, () => indexUpload(work.db, row))
  await recordUpload(work, row, 'updated', rowChanges<UploadRow>(before, row, fields))
  return row
}

function shown({ state }: UploadRow): number {
  return state === 1 ? 1 : 0
}

/** Unique, with the extension of the original name. */
export function newLongName(realName: string): string {
  const uuid = randomUUID()
  return `${uuid.slice(0, 2)}/${uuid}.${endingOf(realName)}`
}

/** The extension of a name, if it consists of letters and digits. */
export function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,20})$/.exec(name)?.[1] ?? 'unknown'
}

function recordUpload(work: Change, row: UploadRow, verb: 'created' | 'updated', changes: Changes): Promise<number> {
  return work.record({
    chain: row.entity_id,
    subject: 'upload',
    subjectId: row.id,
    verb,
    changes,
    seal: sealOf(uploadsTable, row),
  })
}
