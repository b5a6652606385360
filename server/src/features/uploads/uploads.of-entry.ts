import type { Change } from '../../change.ts'
import type { Db, EntityRow, UploadRow } from '../../db/schema.ts'
import { addUpload, changeUpload, newLongName } from './uploads.change.ts'
import * as repo from './uploads.repo.ts'

/** What happens to the files of an entry when something happens to the entry. The caller holds it. */

const STATE = { normal: 1, deleted: 3 } as const

/** Files go with their entry, and remember how they were. */
export async function parkUploads(work: Change, entity: number): Promise<void> {
  for (const upload of await repo.holdAll(work.db, { entity })) {
    if (upload.state === STATE.deleted) continue
    await changeUpload(work, upload, { state: STATE.deleted, parked_state: upload.state })
  }
}

/** Files come back with their entry; those that had been deleted before it stay so. */
export async function unparkUploads(work: Change, entity: number): Promise<void> {
  for (const upload of await repo.holdAll(work.db, { entity })) {
    if (upload.parked_state === null) continue
    await changeUpload(work, upload, { state: upload.parked_state, parked_state: null })
  }
}

/** Files belong to who their entry belongs to, and count for its team. */
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

/** A file of another entry, and the name under which its copy will be known. */
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

/** The files that an entry shows, oldest first. */
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

/** A text that refers to the files of the source, for the copy. */
export function pointToCopies(text: string, copies: readonly Copy[]): string {
  return copies.reduce((result, { source, long_name }) => replaceName(result, source.long_name, long_name), text)
}

/** As it stands, and with its slash as it is written in addresses. */
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
