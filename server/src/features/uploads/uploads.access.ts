import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import type { Db, EntityRow, UploadRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput, NotFound, Unprocessable } from '../../errors.ts'
import { type EntryHead, holdEntity, requireReadable, requireWritable } from '../entries/entries.access.ts'
import { findBody } from '../entries/entries.lookup.ts'
import * as repo from './uploads.repo.ts'

/** The path of a file, or of a new one. */
export interface UploadPath {
  entity_type: EntityType
  id: number
  subid?: number
}

/** The entry, if the actor may change its files, or the file of the path. */
export async function requireChangeable(db: Db, actor: Actor, path: UploadPath): Promise<EntryHead> {
  const entry = await requireReadable(db, actor, path.entity_type, path.id)
  await requireWritable(db, actor, entry)
  if (path.subid !== undefined) requireMutable(await requireUpload(db, path.id, path.subid))
  return entry
}

/** The entry, if the actor may change its files; locked until the end of the transaction. */
export async function holdEntry(db: Db, actor: Actor, path: UploadPath): Promise<EntityRow> {
  const entry = await holdEntity(db, actor, path.entity_type, path.id)
  await requireWritable(db, actor, entry)
  return entry
}

export async function requireUpload(db: Db, entity: number, id: number): Promise<repo.UploadWithAuthor> {
  const [upload] = await repo.find(db, { id, entity })
  if (!upload) throw new NotFound('upload.not_found')
  return upload
}

export function requireMutable(upload: UploadRow): void {
  if (upload.immutable === 1) throw new Forbidden('upload.of_system')
}

/** Refuses to replace a file that was already replaced: nobody overwrites a version they have not seen. */
export function requireShown(upload: UploadRow): void {
  if (upload.state !== 1) throw new Unprocessable('upload.not_shown')
}

/** Refuses to remove a file that the main text shows. */
export async function requireUnused(db: Db, upload: UploadRow): Promise<void> {
  const [stored] = await findBody(db, { id: upload.entity_id })
  requireUnusedIn(stored?.body ?? '', upload)
}

export function requireUnusedIn(text: string, { long_name }: UploadRow): void {
  // The part after the slash, because the slash is often written as %2F.
  const name = long_name.split('/').at(-1) ?? long_name
  if (text.includes(name)) throw new InvalidInput('upload.in_text')
}
