import type { EntityType } from '@aliquot/contract/common'
import type { EntityListRow } from '@aliquot/contract/entities'
import { EntityListQuery } from '@aliquot/contract/entities-list'
import type { ExportFormat } from '@aliquot/contract/exports'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { jsonStream } from '../../http/answers/lists.ts'
import { zipOf } from '../../lib/zip/zip.ts'
import { Texts } from '../../text-work/text-work.ts'
import { kindOf, STATE } from '../entries/entries.types.ts'
import { listEntities, listIds } from '../entry-lists/list-entries.ts'
import { asOwner } from '../history/read-as-owner.ts'
import { csvOf } from './exports.csv.ts'
import * as repo from './exports.repo.ts'
import { membersOf, type Place } from './exports.zip.ts'

export interface Everything {
  type: EntityType
  format: ExportFormat
  /** Only entries of this person. */
  owner?: number
}

/**
 * All entries of a type, each as its owner sees it, for an operator who has access to the machine anyway. Deleted ones
 * are excluded.
 */
export function exportEverything(
  ctx: Context,
  { type, format, owner }: Everything,
  onEntry: () => void,
): AsyncIterable<Buffer | string> {
  const baseUrl = ctx.config.BASE_URL ?? ''
  const owners = () => findOwners(ctx, type, owner)
  if (format === 'zip') {
    const options = { format, json: true, changelog: true, classification: '' }
    return zipOf(membersOf(placesOf(ctx, type, owners(), baseUrl, onEntry), options))
  }
  const rows = rowsOf(ctx, type, owners(), onEntry)
  return format === 'csv'
    ? csvOf(rows, { kind: kindOf(type), baseUrl, texts: new Texts(NOBODY) })
    : jsonStream(rows, JSON.stringify)
}

export function countEverything(ctx: Context, { type, owner }: Everything): Promise<number> {
  return repo.countEntries(ctx.db.read, { type: kindOf(type).number, states: STATES, owner })
}

const NOBODY = 0
const STATES = [STATE.normal, STATE.archived]

async function* findOwners(ctx: Context, type: EntityType, owner: number | undefined): AsyncGenerator<Actor> {
  const found = await repo.findOwners(ctx.db.read, { type: kindOf(type).number, states: JSON.stringify(STATES) })
  const wanted = new Set(found.map(({ userid }) => userid).filter((userid) => owner === undefined || userid === owner))
  for (const userid of wanted) {
    const teams = found.filter((row) => row.userid === userid).map(({ team }) => team)
    yield asOwner(userid, teams)
  }
}

function queryFor(owner: number): EntityListQuery {
  const asked = { owner: String(owner), scope: '3', state: STATES.join(), order: 'id', sort: 'asc' }
  return EntityListQuery.parse(asked)
}

async function* rowsOf(
  ctx: Context,
  type: EntityType,
  owners: AsyncIterable<Actor>,
  onEntry: () => void,
): AsyncGenerator<EntityListRow> {
  for await (const actor of owners) {
    const list = await listEntities(ctx, actor, type, queryFor(actor.userid), 'long')
    for await (const row of 'rows' in list ? list.rows : list.stream) {
      onEntry()
      yield row.read()
    }
  }
}

async function* placesOf(
  ctx: Context,
  type: EntityType,
  owners: AsyncIterable<Actor>,
  baseUrl: string,
  onEntry: () => void,
): AsyncGenerator<Place> {
  for await (const actor of owners) {
    for (const id of await listIds(ctx, actor, type, queryFor(actor.userid))) {
      yield { viewer: { ctx, actor, baseUrl }, type, id }
      onEntry()
    }
  }
}
