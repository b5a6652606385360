import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../../access/actor.ts'
import { type Change, change } from '../../../change.ts'
import type { EntityRow, MovedRow, UploadRow } from '../../../db/schema.ts'
import { keepContents } from '../../../files/store-content.ts'
import { changeEarlierComment, removeEarlierComment } from '../../comments/comments.change.ts'
import { changeEntity, type EntitySet } from '../../entries/entries.change.ts'
import * as entities from '../../entries/entries.lookup.ts'
import { destroy, restore } from '../../entries/entries.states.ts'
import { idKey } from '../../imports/imports.addresses.ts'
import { removeEarlierLinks } from '../../links/links.set.ts'
import { replaceSteps } from '../../steps/steps.restore.ts'
import { replaceTags, usableNames } from '../../tags/tags.set.ts'
import { changeUpload } from '../../uploads/uploads.change.ts'
import { holdQuota } from '../../uploads/uploads.limits.ts'
import { listInPages } from '../../uploads/uploads.lookup.ts'
import { holdUploads } from '../../uploads/uploads.of-entry.ts'
import { MOVED_KIND } from '../move-in.kinds.ts'
import * as repo from '../move-in.repo.ts'
import { actorIn, type Run } from '../move-in.run.ts'
import type { TheirUpload } from '../source/entry.ts'
import { bringEarlierTexts, type EarlierTexts } from './earlier-texts.ts'
import { fillFileFields } from './fields.ts'
import { bringFiles, commentOf, DELETED, type NamedFile, nameOf } from './files.ts'
import { customIdFor } from './ids.ts'
import { addLinks } from './links.ts'
import { type Leave, type Noted, takeNotes } from './notes.ts'
import { type Parts, readParts } from './parts.ts'
import { findEntries } from './pointing.ts'
import { type PreparedEntry, prepareEntry } from './prepare.ts'
import type { Whole } from './read.ts'
import { addComment, addEarlierTexts, addFiles, prepareFiles } from './write.ts'

export interface Renewed {
  parts: Parts
  isLinked: boolean
  notes: Noted[]
  title: string
}

/** Somebody has changed the entry here while it was read there. */
export class ChangedHere extends Error {}

/** Takes over what has become of an entry over there. Nobody has changed it here meanwhile. */
export async function updateEntry(
  run: Run,
  row: MovedRow,
  whole: Whole,
  notes: readonly Noted[],
  remember: (work: Change, renewed: Renewed) => Promise<void>,
): Promise<void> {
  const { ctx, author } = run
  const { entry: theirs, uploads, key } = whole
  const id = row.our_id ?? 0
  const known = readParts(row.parts)
  const outside = takeNotes(notes)
  await keepContents(ctx, async (keep) => {
    const here = new Map(known.files)
    const fresh = uploads.filter((upload) => !here.has(upload.id) && upload.state !== DELETED)
    const coming = await bringFiles(run, { path: `${theirs.type}/${theirs.id}`, key }, fresh, keep, outside.leave)
    const named = await namesOf(run, id, uploads, here)
    const entry = await prepareEntry(run, theirs, [...named, ...coming], outside.leave, here)
    const earlier = await bringEarlierTexts(run, theirs, key, keep, outside.leave)
    const files = await prepareFiles(run, coming, theirs.team, outside.leave)
    await change(ctx, author, async (work) => {
      const inside = takeNotes(outside.notes)
      const [before] = await entities.holdRow(work.db, { id })
      if (!before) throw new Error(`the entry ${id} is gone`)
      const actor = actorIn(run, before.team)
      const [chain] = await repo.findPosition(work.db, { chain: id })
      if (chain?.length !== row.position) throw new ChangedHere()
      const bytes = files.reduce((sum, file) => sum + file.filesize, 0)
      if (bytes > 0) await holdQuota(ctx, work.db, before.team, bytes)
      const after = await changeColumns(run, work, before, entry, inside.leave)
      await replaceSteps(work, actor, after, entry.steps)
      const comments = await renewComments(run, work, after, entry, known)
      const added = await addFiles(run, work, after, files, await filesOf(work, id, known))
      const renewed = entry.state === DELETED ? known.files : await renewFiles(work, id, uploads, known)
      const isLinked = await renewLinks(run, work, after, theirs.links, known, inside.leave)
      await fillFields(work, actor, after, entry, new Map([...renewed, ...added]), inside.leave)
      const kept = await renewEarlierTexts(run, work, after, earlier, known)
      const links = theirs.links.map(({ type, id: one }): [string, number] => [type, one])
      const parts = { comments, files: [...renewed, ...added], ...(kept && { earlier: kept }), links }
      await remember(work, { parts, isLinked, notes: inside.notes, title: after.title })
    })
    run.report.files.brought += files.length
  })
}

async function changeColumns(
  run: Run,
  work: Change,
  before: EntityRow,
  entry: PreparedEntry,
  leave: Leave,
): Promise<EntityRow> {
  const actor = actorIn(run, before.team)
  const { type: _, team, id: __, state, ...columns } = entry.values
  if (team !== before.team) leave('team_left', String(team))
  const tags = await usableNames(work.db, actor, before.team, entry.tags)
  for (const tag of tags.left) leave('tag_left', tag)
  const set: EntitySet = { ...columns, date: columns.date ?? before.date, timestamped: before.timestamped }
  const wasDeleted = before.state === DELETED
  const isDeleted = entry.state === DELETED
  if (!isDeleted) set.custom_id = await customIdFor(work, entry, leave, before.id)
  if (wasDeleted && !isDeleted) await restore(work, before)
  if (!isDeleted) set.state = state
  const gone = isDeleted && !wasDeleted ? await destroy(work, before) : undefined
  return changeEntity(work, actor, before, {
    set: { ...set, ...gone?.set },
    ...(gone?.changes && { changes: gone.changes }),
    body: entry.body,
    tags: await replaceTags(work, actor, before, tags.names),
    touch: true,
  })
}

async function renewComments(
  run: Run,
  work: Change,
  { id: entity, type }: EntityRow,
  { comments }: PreparedEntry,
  known: Parts,
): Promise<[number, number][]> {
  const here = new Map(known.comments)
  const now: [number, number][] = []
  for (const comment of comments) {
    const id = here.get(comment.theirId)
    if (id === undefined) now.push([comment.theirId, await addComment(run, work, { id: entity, type }, comment)])
    else {
      await changeEarlierComment(work, { entity, id, comment: comment.text })
      now.push([comment.theirId, id])
    }
    here.delete(comment.theirId)
  }
  for (const id of here.values()) await removeEarlierComment(work, { entity, id })
  return now
}

/** The files that are here already, by their ids there. */
async function filesOf(work: Change, entity: number, { files }: Parts): Promise<Map<number, UploadRow>> {
  const theirs = new Map(files.map(([their, ours]) => [ours, their]))
  const present = new Map<number, UploadRow>()
  for await (const upload of holdUploads(work, entity)) {
    const their = theirs.get(upload.id)
    if (their !== undefined) present.set(their, upload)
  }
  return present
}

/** The files that are here already: their names, comments and states. Those that are gone there are deleted. */
async function renewFiles(
  work: Change,
  entity: number,
  uploads: readonly TheirUpload[],
  known: Parts,
): Promise<[number, number][]> {
  const theirs = new Map(uploads.map((upload) => [upload.id, upload]))
  const byOurs = new Map(known.files.map(([their, ours]) => [ours, theirs.get(their)]))
  for await (const upload of holdUploads(work, entity)) {
    if (!byOurs.has(upload.id)) continue
    const now = byOurs.get(upload.id)
    const set = now ? { real_name: nameOf(now), comment: commentOf(now), state: now.state } : { state: DELETED }
    await changeUpload(work, upload, set)
  }
  return known.files
}

/** The row is read again, because files and comments were added to it. */
async function fillFields(
  work: Change,
  actor: Actor,
  { id }: EntityRow,
  { fileFields }: PreparedEntry,
  files: ReadonlyMap<number, number>,
  leave: Leave,
): Promise<void> {
  const [row] = fileFields.length > 0 ? await entities.find(work.db, { id }) : []
  if (!row) return
  const metadata = fillFileFields(row.metadata, fileFields, files, leave)
  await changeEntity(work, actor, row, { set: { metadata }, touch: false })
}

/** The page with the earlier texts, anew if there are more of them. */
async function renewEarlierTexts(
  run: Run,
  work: Change,
  entry: EntityRow,
  texts: EarlierTexts | undefined,
  { earlier }: Parts,
): Promise<Parts['earlier']> {
  if (!texts || texts.hash === earlier?.[1]) return earlier
  const kept = await addEarlierTexts(run, work, entry, texts)
  for await (const upload of holdUploads(work, entry.id)) {
    if (upload.id === earlier?.[0]) await changeUpload(work, upload, { state: DELETED })
  }
  return kept
}

const STATES = JSON.stringify([1, 2, 3])

/** The names of the files that are here already, by which texts refer to them. */
async function namesOf(
  { ctx }: Run,
  entity: number,
  uploads: readonly TheirUpload[],
  here: ReadonlyMap<number, number>,
): Promise<NamedFile[]> {
  const ours = new Map<number, UploadRow>()
  for await (const rows of listInPages(ctx.db.read, { entity, states: STATES })) {
    for (const row of rows) ours.set(row.id, row)
  }
  return uploads.flatMap((theirs) => {
    const row = ours.get(here.get(theirs.id) ?? 0)
    return row ? [{ theirs, long_name: row.long_name }] : []
  })
}

async function renewLinks(
  run: Run,
  work: Change,
  entry: EntityRow,
  links: Whole['entry']['links'],
  known: Parts,
  leave: Leave,
): Promise<boolean> {
  const now = new Set(links.map(({ type, id }) => idKey(type, id)))
  const gone = known.links
    .map(([type, id]) => ({ type: type as EntityType, id }))
    .filter(({ type, id }) => !now.has(idKey(type, id)))
  const targets = [...(await findEntries(run, gone, work.db)).values()]
  await removeEarlierLinks(
    work,
    entry,
    targets.map(({ id, type }) => ({ id, type: MOVED_KIND[type] })),
  )
  return addLinks(run, work, entry, links, leave)
}
