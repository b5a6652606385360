import type { EntityType, Paging } from '@aliquot/contract/common'
import type { ListedRevision, Revision } from '@aliquot/contract/revisions'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { configIn } from '../../instance-config/current.ts'
import { wireTime } from '../../lib/dates.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { Texts } from '../../text-work/text-work.ts'
import { holdEntity, requireReadable, requireWritable } from '../entries/entries.access.ts'
import { changeEntity } from '../entries/entries.change.ts'
import { requireState } from '../entries/entries.states.ts'
import { MARKDOWN } from '../entries/entries.types.ts'
import { valueThen } from '../timeline/value-then.ts'
import { findRevisions } from './revisions.find.ts'
import type { SaveRow } from './revisions.repo.ts'

export interface RevisionPath {
  entity_type: EntityType
  id: number
  subid: number
}

export async function listRevisions(
  ctx: Context,
  actor: Actor,
  { entity_type, id }: Omit<RevisionPath, 'subid'>,
  paging: Paging,
): Promise<Page<ListedRevision>> {
  await requireReadable(ctx.db.read, actor, entity_type, id)
  const { revisions } = await configIn(ctx.db.read)
  const saves = await findRevisions(ctx.db.read, id, revisions)
  const rows = saves.map((save) => ({ ...common(ctx, save), fullname: nameOf(save) }))
  return pageOf(rows, paging)
}

export async function readRevision(ctx: Context, actor: Actor, path: RevisionPath): Promise<Revision> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  return toRecord(ctx, actor, path.id, await requireRevision(ctx.db.read, path))
}

/** Restores the text of a revision. It is a normal change, but creates no revision. */
export async function restoreRevision(ctx: Context, actor: Actor, path: RevisionPath): Promise<Revision> {
  const save = await change(ctx, actor, async (work) => {
    const entry = await holdEntity(work.db, actor, path.entity_type, path.id)
    const found = await requireRevision(work.db, path)
    await requireWritable(work.db, actor, entry)
    // An archived entry is also locked, and unlocking would not help.
    requireState(entry, 'update')
    if (entry.locked === 1) throw new InvalidInput('entry.unlock_first')
    const text = await textOf(work.db, path.id, found)
    // A text saved as Markdown may contain what is not allowed in HTML.
    const body = entry.content_type === MARKDOWN ? text : work.texts.now('cleanHtml', text)
    await changeEntity(work, actor, entry, { body, changes: { restore: { after: found.id } }, touch: true })
    return found
  })
  return toRecord(ctx, actor, path.id, save)
}

/** Refuses what would be refused whatever the body is. */
export async function requireRestorable(ctx: Context, actor: Actor, path: RevisionPath): Promise<void> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  await requireRevision(ctx.db.read, path)
}

async function requireRevision(db: Db, { id, subid }: RevisionPath): Promise<SaveRow> {
  const { revisions } = await configIn(db)
  const found = (await findRevisions(db, id, revisions)).find((save) => save.id === subid)
  if (!found) throw new NotFound('history.no_revision')
  return found
}

async function textOf(db: Db, id: number, { position }: SaveRow): Promise<string> {
  const place = { chain: id, subject: 'entity', subjectId: id }
  return String((await valueThen(db, place, 'body', position)) ?? '')
}

async function toRecord(ctx: Context, actor: Actor, id: number, save: SaveRow): Promise<Revision> {
  const body = await textOf(ctx.db.read, id, save)
  const at = wireTime(save.at, ctx.config.TIMEZONE)
  const body_html = await new Texts(actor.userid).later('cleanHtml', body)
  return { ...common(ctx, save), item_id: id, body, body_html, modified_at: at, userid: save.userid }
}

function common(ctx: Context, { id, at }: SaveRow) {
  return { id, content_type: 1, created_at: wireTime(at, ctx.config.TIMEZONE) } as const
}

function nameOf({ firstname, lastname }: SaveRow): string {
  return firstname === null ? '' : `${firstname} ${lastname}`
}
