import { EntityType } from '@aliquot/contract/common'
import type { EntityListRow } from '@aliquot/contract/entities'
import { EntityListQuery } from '@aliquot/contract/entities-list'
import type { CrateVersion } from '@aliquot/contract/exports'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { jsonStream } from '../../http/answers/lists.ts'
import { zipOf } from '../../lib/zip/zip.ts'
import { Texts } from '../../text-work/text-work.ts'
import { kindOf, STATE } from '../entries/entries.types.ts'
import { listEntities, listIds } from '../entry-lists/list-entries.ts'
import { asOwner } from '../history/read-as-owner.ts'
import { crateMembers } from './eln/eln.crate.ts'
import { amongIds } from './eln/eln.entry-list.ts'
import { cratePreview } from './eln/eln.preview.ts'
import { csvOf } from './exports.csv.ts'
import type { Place } from './exports.read.ts'
import * as repo from './exports.repo.ts'
import { membersOf } from './exports.zip.ts'

/** The formats of everything that there is. */
export const WHOLE_FORMATS = ['json', 'csv', 'zip', 'eln', 'elnhtml'] as const

export interface Everything {
  /** `all` in an .eln archive alone: the other formats have entries of one type. */
  type: EntityType | 'all'
  format: (typeof WHOLE_FORMATS)[number]
  /** Only entries of this person. */
  owner?: number
  /** Of an .eln archive. */
  rocrate?: CrateVersion
}

/**
 * All entries of a type, each as its owner sees it, for an operator who has access to the machine anyway. Deleted ones
 * are excluded.
 */
export function exportEverything(
  ctx: Context,
  everything: Everything,
  onEntry: () => void,
): AsyncIterable<Buffer | string> {
  const { type, format, owner } = everything
  if (format === 'eln') return crateOfEverything(ctx, everything, onEntry)
  const baseUrl = ctx.config.BASE_URL ?? ''
  const [only = 'experiments'] = typesOf(type)
  const owners = findOwners(ctx, only, owner)
  const places = () => placesOf(ctx, listsOf(ctx, only, owners), baseUrl, onEntry)
  if (format === 'elnhtml') return cratePreview(places())
  if (format === 'zip') {
    const options = { format, json: true, changelog: true, classification: '' }
    return zipOf(membersOf(places(), options))
  }
  const rows = rowsOf(ctx, only, owners, onEntry)
  return format === 'csv'
    ? csvOf(rows, { kind: kindOf(only), baseUrl, texts: new Texts(NOBODY) })
    : jsonStream(rows, JSON.stringify)
}

/** In this archive an entry refers to others, so that all of them must be known before the first one is written. */
async function* crateOfEverything(
  ctx: Context,
  { type: asked, owner, rocrate: version = '1.1' }: Everything,
  onEntry: () => void,
): AsyncGenerator<Buffer> {
  const baseUrl = ctx.config.BASE_URL ?? ''
  const lists: OwnList[] = []
  for (const type of typesOf(asked)) {
    for await (const list of listsOf(ctx, type, findOwners(ctx, type, owner))) lists.push(list)
  }
  const isInside = amongIds(lists.flatMap(({ ids }) => ids))
  yield* zipOf(crateMembers(placesOf(ctx, lists, baseUrl, onEntry), { ctx, version, baseUrl, isInside }))
}

export async function countEverything(ctx: Context, { type, owner }: Everything): Promise<number> {
  let total = 0
  for (const one of typesOf(type)) {
    total += await repo.countEntries(ctx.db.read, { type: kindOf(one).number, states: STATES, owner })
  }
  return total
}

function typesOf(type: EntityType | 'all'): readonly EntityType[] {
  return type === 'all' ? EntityType.options : [type]
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

/** The entries of one person, as that person sees them. */
interface OwnList {
  actor: Actor
  type: EntityType
  ids: readonly number[]
}

async function* listsOf(ctx: Context, type: EntityType, owners: AsyncIterable<Actor>): AsyncGenerator<OwnList> {
  for await (const actor of owners) yield { actor, type, ids: await listIds(ctx, actor, type, queryFor(actor.userid)) }
}

async function* placesOf(
  ctx: Context,
  lists: AsyncIterable<OwnList> | Iterable<OwnList>,
  baseUrl: string,
  onEntry: () => void,
): AsyncGenerator<Place> {
  for await (const { actor, type, ids } of lists) {
    for (const id of ids) {
      yield { viewer: { ctx, actor, baseUrl }, type, id }
      onEntry()
    }
  }
}
