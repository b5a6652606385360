import type { Upload } from '@aliquot/contract/uploads'
import type { Viewer } from '../../entries/entries.record.ts'
import { previewsOf } from '../../previews/previews.lookup.ts'
import { replacementsOf, toRecord } from '../../uploads/uploads.record.ts'
import type { Part } from './child-rows-at.ts'
import type { NamesThen } from './names-at.ts'

const NORMAL = [1]

/** The files of an entry at a moment, newest first. Their content never changes. */
export async function uploadsThen(
  { ctx, fileStates = NORMAL }: Viewer,
  entry: { id: number; type: number },
  parts: readonly Part[],
  names: NamesThen,
): Promise<Upload[]> {
  const told = parts.filter(({ subject }) => subject === 'upload')
  const replaced = told.length > 0 ? await replacementsOf(ctx.db.read, entry.id) : new Map()
  const rows = told
    .map(({ id, values, created, changed }) => ({
      id,
      entity_id: entry.id,
      userid: Number(values.userid),
      real_name: String(values.real_name),
      long_name: String(values.long_name),
      comment: values.comment === null || values.comment === undefined ? null : String(values.comment),
      hash: String(values.hash),
      filesize: Number(values.filesize),
      mime: String(values.mime),
      state: Number(values.state),
      parked_state: null,
      immutable: Number(values.immutable),
      created_at: created.at,
      modified_at: changed.at,
      version: 1,
      replaces: replaced.get(id) ?? null,
    }))
    .filter(({ state }) => fileStates.includes(state))
  const made = await previewsOf(
    ctx.db.read,
    rows.map(({ hash }) => hash),
  )
  const people = await names.people(rows.map(({ userid }) => userid))
  return rows
    .sort((a, b) => b.id - a.id)
    .map((row) => {
      const { firstname = '', lastname = '' } = people.get(row.userid) ?? {}
      return toRecord(ctx, { ...row, firstname, lastname, ...made(row.hash) }, entry.type)
    })
}
