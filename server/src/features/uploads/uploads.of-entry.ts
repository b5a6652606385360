import type { Change } from '../../change.ts'
import type { Db, EntityRow, UploadRow } from '../../db/schema.ts'
import { Turns } from '../../lib/turns.ts'
import { addUpload, changeUpload, newLongName } from './uploads.change.ts'
import * as repo from './uploads.repo.ts'

/** How the files of an entry follow its changes. The caller has locked the entry. */

const STATE = { normal: 1, deleted: 3 } as const

/** All files of an entry, oldest first. There may be thousands, and others get their turn in between. */
export async function* holdUploads(work: Change, entity: number): AsyncGenerator<UploadRow> {
  for await (const uploads of repo.holdInPages(work.db, entity)) {
    for (const upload of uploads) {
      yield upload
      await work.rest()
    }
  }
}

/** Files are deleted with their entry and keep their former state. */
export async function parkUploads(work: Change, entity: number): Promise<void> {
  for await (const upload of holdUploads(work, entity)) {
    if (upload.state === STATE.deleted) continue
    await changeUpload(work, upload, { state: STATE.deleted, parked_state: upload.state })
  }
}

/** Files are restored with their entry; those deleted before it stay deleted. */
export async function unparkUploads(work: Change, entity: number): Promise<void> {
  for await (const upload of holdUploads(work, entity)) {
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
  for await (const upload of holdUploads(work, entry.id)) {
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

/** The files that a copy of an entry gets, oldest first. */
export async function planCopies(work: Change, entity: number): Promise<Copy[]> {
  const copies: Copy[] = []
  for (const source of await contentsOf(work.db, entity)) {
    copies.push({ source, long_name: newLongName(source.real_name) })
    await work.rest()
  }
  return copies
}

/** The visible files of an entry, oldest first. */
export function contentsOf(db: Db, entity: number): Promise<repo.UploadWithAuthor[]> {
  return listInTurns(db, entity, STATE.normal)
}

/** The files that a deleted entry will show when it is restored, oldest first. */
export async function parkedContentsOf(db: Db, entity: number): Promise<repo.UploadWithAuthor[]> {
  const rows = await listInTurns(db, entity, STATE.deleted)
  return rows.filter(({ parked_state }) => parked_state === STATE.normal)
}

const MOST_FILES = 100_000

async function listInTurns(db: Db, entity: number, state: number): Promise<repo.UploadWithAuthor[]> {
  const all: repo.UploadWithAuthor[] = []
  const turns = new Turns()
  for await (const rows of repo.listInPages(db, { entity, states: JSON.stringify([state]) }, MOST_FILES)) {
    all.push(...rows)
    await turns.rest()
  }
  return all.reverse()
}

/** The name of a file, plain or with the slash encoded as in URLs: see newLongName. */
const NAME = /([0-9a-f]{2})(\/|%2F)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[A-Za-z0-9]+)/g

/** Rewrites the references of a text from the source's files to their copies. */
export function pointToCopies(text: string, copies: readonly Copy[]): string {
  if (copies.length === 0) return text
  const names = new Map(copies.map(({ source, long_name }) => [source.long_name, long_name]))
  // Once for all of them: thousands of files in a long text would take seconds one by one.
  return text.replaceAll(NAME, (found, folder: string, slash: string, name: string) => {
    return names.get(`${folder}/${name}`)?.replace('/', slash) ?? found
  })
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
