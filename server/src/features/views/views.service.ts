import type { EntityType, Paging } from '@aliquot/contract/common'
import type { NewView, View, ViewPatch } from '@aliquot/contract/views'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, ViewRow } from '../../db/schema.ts'
import { viewsTable } from '../../db/tables/entries/views.ts'
import { Forbidden, NotFound, Unprocessable } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { wireTime } from '../../lib/dates.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import * as repo from './views.repo.ts'

/** A view with the version for its ETag. */
export interface SeenView {
  view: View
  version: number
}

type NamedViewRow = ViewRow & { firstname: string; lastname: string }

/** Nobody chooses among more. */
const MOST_VIEWS = 200

export async function listViews(ctx: Context, actor: Actor, paging: Paging): Promise<Page<View>> {
  const rows = await repo.list(ctx.db.read, { userid: actor.userid, team: actor.team })
  return pageOf(
    rows.map((row) => toView(ctx, row)),
    paging,
  )
}

export async function readView(ctx: Context, actor: Actor, id: number): Promise<SeenView> {
  return toSeen(ctx, await requireView(ctx.db.read, actor, id))
}

export function addView(ctx: Context, actor: Actor, input: NewView): Promise<{ id: number }> {
  return change(ctx, actor, async (work) => {
    const place = { userid: actor.userid, team: actor.team }
    const [counted] = await repo.count(work.db, place)
    if (Number(counted?.total ?? 0) >= MOST_VIEWS) throw new Unprocessable('view.too_many', { most: MOST_VIEWS })
    const row = await repo.insert(work.db, {
      ...place,
      type: TYPE_NUMBER[input.entity_type],
      name: input.name,
      search: input.search ?? '',
      is_shared: input.is_shared ?? 0,
      created_at: work.at,
      modified_at: work.at,
    })
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'view',
      subjectId: row.id,
      verb: 'created',
      changes: rowChanges<ViewRow>({}, row, [...CHANGING, 'team', 'type']),
      seal: sealOf(viewsTable, row),
    })
    return { id: row.id }
  })
}

export async function patchView(
  ctx: Context,
  actor: Actor,
  id: number,
  input: ViewPatch,
  ifMatch: IfMatch,
): Promise<SeenView> {
  await change(ctx, actor, async (work) => {
    const before = await holdView(ctx, work, actor, id, ifMatch)
    const columns = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const changes = rowChanges<ViewRow>(before, { ...before, ...columns }, CHANGING)
    if (Object.keys(changes).length === 0) return
    const after = await repo.update(work.db, before, { ...columns, modified_at: work.at })
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'view',
      subjectId: id,
      verb: 'updated',
      changes,
      seal: sealOf(viewsTable, after),
    })
  })
  // An admin who stops sharing somebody's view can no longer see it, but gets the result.
  const [view] = await repo.find(ctx.db.read, { id })
  if (!view) throw missing()
  return toSeen(ctx, view)
}

export async function removeView(ctx: Context, actor: Actor, id: number, ifMatch: IfMatch): Promise<void> {
  await change(ctx, actor, async (work) => {
    const view = await holdView(ctx, work, actor, id, ifMatch)
    await repo.remove(work.db, id)
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'view',
      subjectId: id,
      verb: 'deleted',
      changes: { name: { before: view.name } },
      seal: null,
    })
  })
}

/** Refuses people who may not change a view, and hidden views. */
export async function requireViewWriter(ctx: Context, actor: Actor, id: number): Promise<void> {
  requireMayChange(actor, await requireView(ctx.db.read, actor, id))
}

const CHANGING = ['name', 'search', 'is_shared'] as const

async function requireView(db: Db, actor: Actor, id: number): Promise<NamedViewRow> {
  const [view] = await repo.find(db, { id })
  if (!view || !maySee(actor, view)) throw missing()
  return view
}

async function holdView(ctx: Context, work: Change, actor: Actor, id: number, ifMatch: IfMatch): Promise<ViewRow> {
  const [view] = await repo.hold(work.db, { id })
  if (!view || !maySee(actor, view)) throw missing()
  requireMayChange(actor, view)
  await requireMatch(ifMatch, view.version, async () => toView(ctx, await requireView(work.db, actor, id)))
  return view
}

function maySee(actor: Actor, view: ViewRow): boolean {
  return view.userid === actor.userid || (view.is_shared === 1 && view.team === actor.team)
}

function requireMayChange(actor: Actor, view: ViewRow): void {
  if (view.userid === actor.userid || isAdminOf(actor, { team: view.team })) return
  throw new Forbidden('view.may_not_change')
}

function missing(): NotFound {
  return new NotFound('view.not_found')
}

function toSeen(ctx: Context, row: NamedViewRow): SeenView {
  return { view: toView(ctx, row), version: row.version }
}

const TYPES = new Map(Object.entries(TYPE_NUMBER).map(([type, number]) => [number, type as EntityType]))

function toView(ctx: Context, row: NamedViewRow): View {
  return {
    id: row.id,
    name: row.name,
    entity_type: TYPES.get(row.type) ?? 'experiments',
    search: row.search,
    is_shared: row.is_shared === 1 ? 1 : 0,
    userid: row.userid,
    fullname: `${row.firstname} ${row.lastname}`,
    team: row.team,
    created_at: wireTime(row.created_at, ctx.config.TIMEZONE),
    modified_at: wireTime(row.modified_at, ctx.config.TIMEZONE),
  }
}
