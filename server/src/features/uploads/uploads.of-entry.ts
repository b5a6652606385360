import type { Change } from '../../change.ts'
import type { Db, EntityRow, UploadRow } from '../../db/schema.ts'
import { addUpload, changeUpload, newLongName } from './uploads.change.ts'
import * as repo from './uploads.repo.ts'

/** How the files of an entry follow its changes. The caller has locked the entry. */

const STATE = { normal: 1, deleted: 3 } as const

/** Files are deleted with their entry and keep their former state. */
export async function parkUploads(work: Change, entity: number): Promise<void> {
  for (const upload of await repo.holdAll(work.db, { entity })) {
    if (upload.state === STATE.deleted) continue
    await changeUpload(work, upload, { state: STATE.deleted, parked_state: upload.state })
  }
}

/** Files are restored with their entry; those deleted before it stay deleted. */
export async function unparkUploads(work: Change, entity: number): Promise<void> {
  for (const upload of await repo.holdAll(work.db, { entity })) {
    if (upload.parked_state === null) continue
    await changeUpload(work, upload, { state: upload.parked_state, parked_state: null })
  }
}

/** Files get the owner and team of their entry. */
export async function giveUploads(
  work: Change,
  entry: Pick<EntityRow, 'id' | 'team'>,
  to: { userid: number; team: number },
): Promise<void> {
  for (const upload of await repo.holdAll(work.db, { entity: entry.id })) {
    await changeUpload(work, upload, { userid: to.userid })
  }
  if (to.team === entry.team) return
  const [total] = await repo.totalOfEntry(work.db, { entity: entry.id })
  if (!total || total.files === 0) return
  await repo.addToTotal(work.db, entry.team, -total.files, -total.bytes)
  await repo.addToTotal(work.db, to.team, total.files, total.bytes)
}

/** A file of another entry, and the name of its copy. */
interface Copy {
  source: UploadRow
  long_name: string
}

const MOST_COPIES = 100_000

/** The files that a copy of an entry gets, oldest first. */
export async function planCopies(work: Change, entity: number): Promise<Copy[]> {
  const rows = await contentsOf(work.db, entity)
  return rows.map((source) => ({ source, long_name: newLongName(source.real_name) }))
}

/** The visible files of an entry, oldest first. */
export async function contentsOf(db: Db, entity: number): Promise<repo.UploadWithAuthor[]> {
  const page = { entity, states: JSON.stringify([STATE.normal]), limit: MOST_COPIES, offset: 0 }
  return (await repo.listPage(db, page)).reverse()
}

/** The files that a deleted entry will show when it is restored, oldest first. */
export async function parkedContentsOf(db: Db, entity: number): Promise<repo.UploadWithAuthor[]> {
  const page = { entity, states: JSON.stringify([STATE.deleted]), limit: MOST_COPIES, offset: 0 }
  const rows = await repo.listPage(db, page)
  return rows.filter(({ parked_state }) => parked_state === STATE.normal).reverse()
}

/** Rewrites the references of a text from the source's files to their copies. */
export function pointToCopies(text: string, copies: readonly Copy[]): string {
  return copies.reduce((result, { source, long_name }) => replaceName(result, source.long_name, long_name), text)
}

/** Plain, and with the slash encoded as in URLs. */
function replaceName(text: string, before: string, after: string): string {
  return text.replaceAll(before, after).replaceAll(encodeURIComponent(before), encodeURIComponent(after))
}

export async function addCopies(
  work: Change,
  entry: Pick<EntityRow, 'id' | 'team' | 'userid'>,
  copies: readonly Copy[],
): Promise<void> {
  for (const { source, long_name } of copies) {
    const { real_name, comment, hash, filesize, mime } = source
    await addUpload(work, entry, { userid: entry.userid, real_name, long_name, comment, hash, filesize, mime })
  }
}
