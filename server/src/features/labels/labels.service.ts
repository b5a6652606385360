import { randomInt } from 'node:crypto'
import type { Label, LabelPatch, LabelsQuery, ListedLabel, NewLabel } from '@aliquot/contract/labels'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, LabelRow, TeamRow } from '../../db/schema.ts'
import { labelsTable } from '../../db/tables/entries/labels.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { requireTeam } from '../teams/teams.access.ts'
import type { LabelKind } from './labels.kinds.ts'
import * as repo from './labels.repo.ts'

/** A label with the version for its ETag. */
export interface SeenLabel {
  label: Label
  version: number
}

/** The labels of a team, and those that other teams share. */
export async function listLabels(
  ctx: Context,
  actor: Actor,
  kind: LabelKind,
  team: number,
  query: LabelsQuery,
): Promise<Page<ListedLabel>> {
  await requireTeam(ctx.db.read, actor, team)
  const wanted = { team, kind: kind.number, states: JSON.stringify(query.state) }
  const rows = await repo.list(ctx.db.read, wanted, query)
  const listed = rows.map((row) => ({
    ...row,
    is_private: row.is_private === 1 ? (1 as const) : (0 as const),
    is_current_team: row.team === actor.team ? (1 as const) : (0 as const),
  }))
  return pageOf(listed, query)
}

export async function readLabel(
  ctx: Context,
  actor: Actor,
  kind: LabelKind,
  team: number,
  id: number,
): Promise<SeenLabel> {
  await requireTeam(ctx.db.read, actor, team)
  return toSeen(await requireLabel(ctx.db.read, kind, team, id))
}

export async function addLabel(
  ctx: Context,
  actor: Actor,
  kind: LabelKind,
  team: number,
  { name, title, color = darkColor() }: NewLabel,
): Promise<{ id: number }> {
  await requireLabelWriter(ctx.db.read, actor, kind, team)
  return change(ctx, actor, async (work) => {
    const ordering = await repo.nextOrdering(work.db, team, kind.number)
    const label = { kind: kind.number, team, title: name ?? title ?? 'Untitled', color, ordering }
    const [id = 0] = await insertLabels(work, [label])
    return { id }
  })
}

/** Part of a change. */
export async function insertLabels(
  work: Change,
  labels: readonly Pick<LabelRow, 'kind' | 'team' | 'title' | 'color' | 'ordering'>[],
): Promise<number[]> {
  const rows = await repo.insert(work.db, labels)
  for (const row of rows) {
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'label',
      subjectId: row.id,
      verb: 'created',
      changes: { title: { after: row.title }, color: { after: row.color }, team: { after: row.team } },
      seal: sealOf(labelsTable, row),
    })
  }
  return rows.map((row) => row.id)
}

export async function patchLabel(
  ctx: Context,
  actor: Actor,
  kind: LabelKind,
  team: number,
  id: number,
  { action: _, ...columns }: LabelPatch,
  ifMatch: IfMatch,
): Promise<SeenLabel> {
  await requireLabelWriter(ctx.db.read, actor, kind, team)
  return change(ctx, actor, async (work) => {
    const label = await holdLabel(work, kind, team, id, ifMatch)
    if (columns.is_private !== undefined && columns.is_private !== label.is_private && !isAdminOf(actor, { team })) {
      throw new Forbidden('label.may_not_share', { field: 'is_private' })
    }
    return toSeen(await changeLabel(work, label, columns))
  })
}

const DELETED = 3

/** Marks a label as deleted: entries keep it, but it is no longer offered. */
export async function removeLabel(
  ctx: Context,
  actor: Actor,
  kind: LabelKind,
  team: number,
  id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await requireLabelWriter(ctx.db.read, actor, kind, team)
  await change(ctx, actor, async (work) => {
    await changeLabel(work, await holdLabel(work, kind, team, id, ifMatch), { state: DELETED })
  })
}

/** Refuses people who may not change labels of this kind, and missing labels. */
export async function requireLabelWriter(
  db: Db,
  actor: Actor,
  kind: LabelKind,
  team: number,
  id?: number,
): Promise<void> {
  const row = await requireTeam(db, actor, team)
  if (team !== actor.team) throw new Forbidden('label.other_team')
  if (!mayWrite(actor, kind, row)) throw new Forbidden('label.may_not_change')
  if (id !== undefined) await requireLabel(db, kind, team, id)
}

function mayWrite(actor: Actor, kind: LabelKind, team: TeamRow): boolean {
  return isAdminOf(actor, { team: team.id }) || (team[kind.writeSwitch] === 1 && actor.teams.includes(team.id))
}

async function requireLabel(db: Db, kind: LabelKind, team: number, id: number): Promise<LabelRow> {
  const [label] = await repo.find(db, { id, kind: kind.number, team })
  if (!label) throw missing()
  return label
}

async function holdLabel(work: Change, kind: LabelKind, team: number, id: number, ifMatch: IfMatch): Promise<LabelRow> {
  const [label] = await repo.hold(work.db, { id, kind: kind.number, team })
  if (!label) throw missing()
  await requireMatch(ifMatch, label.version, async () => toSeen(label).label)
  return label
}

function missing(): NotFound {
  return new NotFound('label.not_found')
}

const CHANGING = ['title', 'color', 'is_private', 'state', 'ordering'] as const

async function changeLabel(work: Change, before: LabelRow, columns: Partial<LabelRow>): Promise<LabelRow> {
  const wanted = { ...before, ...given(columns) }
  const changes = rowChanges<LabelRow>(before, wanted, CHANGING)
  if (Object.keys(changes).length === 0) return before
  const after = await repo.update(work.db, before, given(columns))
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'label',
    subjectId: before.id,
    verb: after.state === DELETED && before.state !== DELETED ? 'deleted' : 'updated',
    changes,
    seal: sealOf(labelsTable, after),
  })
  return after
}

function given(columns: Partial<LabelRow>): Partial<LabelRow> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function toSeen({ id, title, color, ordering, state, team, is_private, version }: LabelRow): SeenLabel {
  return { label: { id, title, color, ordering, state, team, is_private: is_private === 1 ? 1 : 0 }, version }
}

/** Dark enough for light text. */
export function darkColor(): string {
  return Array.from({ length: 3 }, () => randomInt(0x20, 0x90).toString(16)).join('')
}
