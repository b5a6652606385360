import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import type { Db, EntityRow, UploadRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput, NotFound, Unprocessable } from '../../errors.ts'
import { type EntryHead, holdEntity, requireReadable, requireWritable } from '../entries/entries.access.ts'
import { findBody } from '../entries/entries.lookup.ts'
import * as repo from './uploads.repo.ts'

/** Where a file is, or is to be. */
export interface UploadPath {
  entity_type: EntityType
  id: number
  subid?: number
}

/** The entry, if the actor may change its files, or the file that the path names. */
export async function requireChangeable(db: Db, actor: Actor, path: UploadPath): Promise<EntryHead> {
  const entry = await requireReadable(db, actor, path.entity_type, path.id)
  await requireWritable(db, actor, entry)
  if (path.subid !== undefined) requireMutable(await requireUpload(db, path.id, path.subid))
  return entry
}

/** The entry, if the actor may change its files; it stays as it is until the end of the transaction. */
export async function holdEntry(db: Db, actor: Actor, path: UploadPath): Promise<EntityRow> {
  const entry = await holdEntity(db, actor, path.entity_type, path.id)
  await requireWritable(db, actor, entry)
  return entry
}

/** A file of this entry. */
export async function requireUpload(db: Db, entity: number, id: number): Promise<repo.UploadWithAuthor> {
  const [upload] = await repo.find(db, { id, entity })
  if (!upload) throw new NotFound('upload.not_found')
  return upload
}

export function requireMutable(upload: UploadRow): void {
  if (upload.immutable === 1) throw new Forbidden('upload.of_system')
}

/** Refuses to replace what somebody else has replaced: nobody's version takes the place of one they have not seen. */
export function requireShown(upload: UploadRow): void {
  if (upload.state !== 1) throw new Unprocessable('upload.not_shown')
}

/** Refuses to take away what the main text shows. */
export async function requireUnused(db: Db, upload: UploadRow): Promise<void> {
  const [stored] = await findBody(db, { id: upload.entity_id })
  requireUnusedIn(stored?.body ?? '', upload)
}

export function requireUnusedIn(text: string, { long_name }: UploadRow): void {
  // The part behind the slash: the slash itself is often written as %2F.
  const name = long_name.split('/').at(-1) ?? long_name
  if (text.includes(name)) throw new InvalidInput('upload.in_text')
}
