import type { Actor } from '../../../access/actor.ts'
import type { Change } from '../../../change.ts'
import type { EntityRow, MovedRow, OriginRow, UploadRow } from '../../../db/schema.ts'
import { addEarlierComment } from '../../comments/comments.change.ts'
import { addEntity, changeEntity } from '../../entries/entries.change.ts'
import { identity } from '../../entries/entries.creator.ts'
import { togglePin } from '../../entries/entries.pins.ts'
import { destroy } from '../../entries/entries.states.ts'
import { addOrigin } from '../../origins/origins.change.ts'
import { OF_FILE } from '../../origins/origins.lookup.ts'
import { addEarlierSteps } from '../../steps/steps.set.ts'
import { replaceTags, usableNames } from '../../tags/tags.set.ts'
import { addUpload, changeUpload } from '../../uploads/uploads.change.ts'
import { holdQuota } from '../../uploads/uploads.limits.ts'
import { actorIn, type Run } from '../move-in.run.ts'
import { personFor } from '../people/people.ts'
import type { TheirPerson } from '../source/entry.ts'
import type { EarlierTexts } from './earlier-texts.ts'
import { fillFileFields } from './fields.ts'
import { type ComingFile, DELETED } from './files.ts'
import { customIdFor, elabidFor, freeIdFor } from './ids.ts'
import type { Leave } from './notes.ts'
import type { Parts } from './parts.ts'
import { instant, type PreparedComment, type PreparedEntry } from './prepare.ts'

/** Stores a new entry with all that belongs to it, within one change. */
export async function writeEntry(
  run: Run,
  work: Change,
  row: MovedRow,
  coming: { entry: PreparedEntry; files: readonly PreparedFile[]; earlier: EarlierTexts | undefined },
  leave: Leave,
): Promise<{ entry: EntityRow } & Pick<Parts, 'comments' | 'files' | 'earlier'>> {
  const { entry, files, earlier } = coming
  const actor = actorIn(run, entry.team)
  const bytes = files.reduce((sum, file) => sum + file.filesize, 0)
  if (bytes > 0) await holdQuota(run.ctx, work.db, entry.team, bytes)
  const tags = await usableNames(work.db, actor, entry.team, entry.tags)
  for (const tag of tags.left) leave('tag_left', tag)
  const own = identity(entry.kind, work.at.slice(0, 10), entry.values.date ?? undefined)
  const added = await addEntity(
    work,
    {
      ...entry.values,
      ...(await freeIdFor(work, row)),
      date: entry.values.date ?? own.date,
      elabid: await elabidFor(work, entry, own.elabid, leave),
      custom_id: await customIdFor(work, entry, leave),
    },
    entry.body,
    tags.names.length > 0 ? (one) => replaceTags(work, actor, one, tags.names) : undefined,
  )
  const { createdAt: created_at, modifiedAt: modified_at } = entry
  await keepOrigin(run, work, { entity_id: added.id }, entry.author, { created_at, modified_at })
  await addEarlierSteps(work, added, entry.steps)
  const comments: [number, number][] = []
  for (const comment of entry.comments) comments.push([comment.theirId, await addComment(run, work, added, comment)])
  const uploads = await addFiles(run, work, added, files)
  const filled = await fillFields(work, actor, added, { fields: entry.fileFields, files: new Map(uploads) }, leave)
  const kept = earlier && (await addEarlierTexts(run, work, added, earlier))
  for (const userid of entry.pinnedBy) await togglePin(work, { ...actor, userid }, added.id)
  // Each change seals the whole entry, so it needs what the one before made of it.
  const ready =
    entry.state === DELETED
      ? await changeEntity(work, actor, filled, { ...(await destroy(work, filled)), touch: false })
      : filled
  return { entry: ready, comments, files: uploads, ...(kept && { earlier: kept }) }
}

/** Fields for files say which of ours they mean. */
async function fillFields(
  work: Change,
  actor: Actor,
  added: EntityRow,
  { fields, files }: { fields: PreparedEntry['fileFields']; files: ReadonlyMap<number, number> },
  leave: Leave,
): Promise<EntityRow> {
  if (fields.length === 0) return added
  const metadata = fillFileFields(added.metadata, fields, files, leave)
  return changeEntity(work, actor, added, { set: { metadata }, touch: false })
}

/** Adds the file with the earlier texts, archived, so that it is not in the way. */
export async function addEarlierTexts(
  run: Run,
  work: Change,
  entry: Pick<EntityRow, 'id' | 'team'>,
  file: EarlierTexts,
): Promise<[ours: number, hash: string]> {
  const upload = await addUpload(work, entry, { ...file, userid: run.author.userid })
  await changeUpload(work, upload, { state: ARCHIVED })
  return [upload.id, file.hash]
}

/** A file with the account of who uploaded it. */
export interface PreparedFile extends ComingFile {
  userid: number
  author: TheirPerson
  createdAt: string | null
}

export async function prepareFiles(
  run: Run,
  files: readonly ComingFile[],
  team: number,
  leave: Leave,
): Promise<PreparedFile[]> {
  const prepared: PreparedFile[] = []
  for (const file of files) {
    const { userid: id, uploader: name } = file.theirs
    const author = { id, name, email: null, orcid: null }
    const userid = (await personFor(run, id, author, team)) ?? run.author.userid
    prepared.push({ ...file, userid, author, createdAt: instant(run, file.theirs.createdAt, leave) })
  }
  return prepared
}

const ARCHIVED = 2

/**
 * Versions of a file follow each other in the journal, as `verify` expects: the one before is archived right before. All
 * others are archived in the end, so that none seems to be replaced by the next one.
 */
export async function addFiles(
  run: Run,
  work: Change,
  entry: Pick<EntityRow, 'id' | 'team'>,
  files: readonly PreparedFile[],
  /** Those that are here already, by their ids there. */
  present: ReadonlyMap<number, UploadRow> = new Map(),
): Promise<[number, number][]> {
  const latest = new Map(present)
  const added: [number, number][] = []
  const archived: UploadRow[] = []
  const replaced = new Set(files.map(({ theirs }) => theirs.replaces))
  for (const { theirs, author, createdAt: created_at, ...file } of files) {
    const before = theirs.replaces === null ? undefined : latest.get(theirs.replaces)
    if (before && before.state !== ARCHIVED) await changeUpload(work, before, { state: ARCHIVED })
    const follows = before !== undefined && before.state !== ARCHIVED
    const immutable = theirs.isImmutable ? 1 : 0
    const upload = await addUpload(work, entry, { ...file, immutable, ...(follows && { replaces: before.id }) })
    const place = { entity_id: entry.id, comment_id: OF_FILE, upload_id: upload.id }
    await keepOrigin(run, work, place, author, { created_at, modified_at: null })
    if (theirs.state === ARCHIVED && !replaced.has(theirs.id)) archived.push(upload)
    if (theirs.replaces !== null) latest.delete(theirs.replaces)
    latest.set(theirs.id, upload)
    added.push([theirs.id, upload.id])
    await work.rest()
  }
  for (const upload of archived) await changeUpload(work, upload, { state: ARCHIVED })
  return added
}

export async function addComment(
  run: Run,
  work: Change,
  entry: Pick<EntityRow, 'id' | 'type'>,
  { userid, text: comment, author, isImmutable, createdAt: created_at, modifiedAt: modified_at }: PreparedComment,
): Promise<number> {
  const immutable = isImmutable ? 1 : 0
  const id = await addEarlierComment(work, entry, { userid, comment, immutable, by: run.author.userid })
  await keepOrigin(run, work, { entity_id: entry.id, comment_id: id }, author, { created_at, modified_at })
  await work.rest()
  return id
}

/** When it was written there, and by whom. */
async function keepOrigin(
  run: Run,
  work: Change,
  place: Pick<OriginRow, 'entity_id'> & Partial<Pick<OriginRow, 'comment_id' | 'upload_id'>>,
  person: TheirPerson,
  times: Pick<OriginRow, 'created_at' | 'modified_at'>,
): Promise<void> {
  const known = run.people.get(person.id)
  const email = person.email ?? (typeof known?.email === 'string' ? known.email : null)
  const said = { name: cut(person.name), email: cut(email), orcid: cut(person.orcid), locked_at: null, locked_by: null }
  await addOrigin(work, { comment_id: 0, upload_id: 0, ...place, ...said, ...times, userid: run.author.userid })
}

function cut(text: string | null): string | null {
  return text?.trim().slice(0, 320).toWellFormed().replaceAll('\0', '') || null
}
