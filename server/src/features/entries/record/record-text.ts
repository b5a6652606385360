import type { EntityType } from '@aliquot/contract/common'
import { Entity } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Change } from '../../../change.ts'
import type { Context } from '../../../context.ts'
import { sharesTrips } from '../../../db/connection.ts'
import { type Engine, jsonObject } from '../../../db/dialect.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db, EntityRow } from '../../../db/schema.ts'
import { Written } from '../../../records/written.ts'
import { Texts } from '../../../text-work/text-work.ts'
import { requireRead, TYPE_NUMBER } from '../entries.access.ts'
import { bodyAsHtml, bodyAsHtmlNow } from '../entries.body.ts'
import { baseName } from '../entries.permissions.ts'
import { hasNoLinks, linksIn, NO_LINKS } from '../entries.steps-and-links.ts'
import { type EntityKind, kindOf, MARKDOWN, PROVENANCE, STATE } from '../entries.types.ts'
import { shareLink } from './address.ts'
import { type ChildTexts, NO_CHILD_TEXTS, type Parent, readChildTexts } from './child-lists.ts'
import { readChangelogText, readChangelogWith } from './known-changelogs.ts'
import { instanceHead, isSameStamp, type ReaderStamp, readerStamp, selectStamps } from './known-texts.ts'
import { type LongRow, selectLong } from './row-sql.ts'
import { longFields, shortFields } from './row-text.ts'

/** The reader, and the address they use. */
export interface Viewer {
  ctx: Context
  actor: Actor
  /** The public address of the service, for links. */
  baseUrl: string
  /** The states of files to include; by default only 1. */
  fileStates?: readonly number[]
}

/** The JSON of a record. */
export interface SeenText {
  record: Written<Entity>
  version: number
}

/** The record of an entry as JSON, if the viewer may read it. With `work` it is read within that change. */
export async function readWritten(viewer: Viewer, type: EntityType, id: number, work?: Change): Promise<SeenText> {
  const { ctx, actor, baseUrl, fileStates } = viewer
  // What a change has written is not committed yet.
  if (work || fileStates?.some((state) => state !== STATE.normal)) return compose(viewer, type, id, work)
  const { read } = ctx.db
  const key = { id, type: TYPE_NUMBER[type], userid: actor.userid }
  const [found] = await findStamp(read, key)
  const stamp = await requireRead(read, actor, found)
  if (!isProven(stamp)) return compose(viewer, type, id)
  const kind = `record ${baseUrl}`
  const known = ctx.knownTexts.find<Entity>(kind, id, stamp)
  if (known) return { record: known, version: stamp.version }
  const seen = await compose(viewer, type, id)
  if (!seen.isLasting) return seen
  // Composing takes several statements, and a change may have come in between.
  const [after] = await findStamp(read, key)
  if (after && isSameStamp(stamp, after)) ctx.knownTexts.keep(kind, id, stamp, seen.record)
  return seen
}

/** The same right after a change: no text of it is known yet, and the next change may come before anybody reads it. */
export async function readChanged(viewer: Viewer, type: EntityType, id: number): Promise<SeenText> {
  return compose(viewer, type, id)
}

/** A record that was read within a change. */
export interface LeftText extends SeenText {
  /** Makes the next read cheaper. Call it once the change is committed. */
  keep(): void
}

/**
 * The record as a change leaves it: its reads leave in one packet with the writes and the commit. Undefined if it must
 * be read afterwards, because it may be long or takes more trips. `after` is the row, whose reader was checked.
 */
export async function readLeft(
  viewer: Viewer,
  type: EntityType,
  after: EntityRow,
  { db }: Change,
): Promise<LeftText | undefined> {
  const { ctx, actor, fileStates } = viewer
  if (!sharesTrips(db) || fileStates || !isProven(after) || !isChildless(after)) return undefined
  if (after.content_type === MARKDOWN) return undefined
  const kind = kindOf(type)
  const row = findShort[kind.number]?.(db, { id: after.id, userid: actor.userid }).then(([found]) => found)
  if (!row) return undefined
  const [found, changelog] = await Promise.all([row, readChangelogWith(ctx, db, after.id, row)])
  if (!found || !changelog) return undefined
  const parts = { lists: NO_CHILD_TEXTS, changelog: changelog.text, links: NO_LINKS, html: found.body }
  return { ...write(viewer, kind, found, parts), keep: changelog.keep }
}

function isChildless({ recent_comment_at, has_steps }: EntityRow): boolean {
  return recent_comment_at === null && has_steps === 0
}

/** The record without comments, steps and files, and the row whose children they are. */
export async function readShallow(
  viewer: Viewer,
  type: EntityType,
  id: number,
  work?: Change,
): Promise<{ record: Entity; version: number; row: Parent }> {
  const { record, version, row, html } = await compose(viewer, type, id, work, { isShallow: true })
  // The main text is parsed once: twice, and within the other fields, would take three times as long.
  const body: string | null = parseText(row.body)
  const body_html = html === row.body ? body : parseText(html)
  return { record: { ...record.read(), body, body_html }, version, row }
}

function parseText(json: string | null): string | null {
  return json === null ? null : JSON.parse(json)
}

interface Composed extends SeenText {
  row: WholeRow
  /** The main text as HTML, as JSON. */
  html: string | null
  isLasting: boolean
}

/**
 * Whether the chain of an entry proves all that its record shows. It does not know of previews, of the titles of linked
 * entries, or of links from others, which are in their chains.
 */
function isProven({ files, has_links, is_linked }: Pick<EntityRow, 'files' | 'has_links' | 'is_linked'>): boolean {
  return files === 0 && has_links === 0 && is_linked === 0
}

/**
 * The database writes most of it, as it does for the rows of lists: to read some sixty columns, build a record of them
 * and serialise it takes twice as long.
 */
async function compose(
  viewer: Viewer,
  type: EntityType,
  id: number,
  work?: Change,
  /** Without children and main text. */
  { isShallow = false } = {},
): Promise<Composed> {
  const { actor, ctx } = viewer
  const db = work?.db ?? ctx.db.read
  const kind = kindOf(type)
  const [found] = (await findWhole[kind.number]?.(db, { id, userid: actor.userid })) ?? []
  const row = await requireRead(db, actor, found)
  const [lists, changelog] = await Promise.all([
    isShallow ? NO_CHILD_TEXTS : readChildTexts({ ctx, changing: work?.db, fileStates: viewer.fileStates }, row),
    readChangelogText({ ctx, db, isChanging: work !== undefined }, row),
  ])
  const links = hasNoLinks(row) ? NO_LINKS : await linksIn(db, actor, row)
  const html = await htmlOf(viewer, row, work)
  return write(viewer, kind, row, { lists, changelog, links, html }, { isShallow })
}

interface Parts {
  lists: ChildTexts
  changelog: string
  links: typeof NO_LINKS
  /** The main text as HTML, as JSON. */
  html: string | null
}

function write(
  { ctx, baseUrl }: Viewer,
  kind: EntityKind,
  row: WholeRow,
  { lists, changelog, links, html }: Parts,
  { isShallow = false } = {},
): Composed {
  const zone = ctx.config.TIMEZONE
  const short = `${shortFields(row, zone)},"type":"${kind.type}","page":"${kind.page}","body":`
  const long = `,${longFields(row, zone)},"body_html":`
  const names = [
    '',
    `"created_from_type_human":${JSON.stringify(PROVENANCE[row.created_from_type ?? 0] ?? null)}`,
    `"canread_base_human":${JSON.stringify(baseName(row.canread_base))}`,
    `"canwrite_base_human":${JSON.stringify(baseName(row.canwrite_base))}`,
    `"sharelink":${JSON.stringify(shareLink(row, kind, baseUrl))}`,
    '"exclusive_edit_mode":null',
  ].join()
  const last = [
    '',
    `"experiments_links":${listText(links.experiments_links)}`,
    `"items_links":${listText(links.items_links)}`,
    `"related_experiments_links":${listText(links.related_experiments_links)}`,
    `"related_items_links":${listText(links.related_items_links)}`,
    '"compounds_links":[],"containers":[],"surrounding_bookers":[]',
    // Fields that some entries lack come last.
    ...(row.origin === null ? [] : [`"origin":${row.origin}`]),
    ...(row.metadata === null ? [] : [`"metadata_decoded":${JSON.stringify(JSON.parse(row.metadata))}`]),
    ...(row.settings === null ? [] : [settingsText(row.settings)]),
  ].join()
  const rest = [
    ...[names, ',"comments":', ...lists.comments, `,"changelog":${changelog}`],
    ...[',"steps":', ...lists.steps, ',"uploads":', ...lists.uploads, last],
  ]
  const [body, bodyHtml] = isShallow ? [null, null] : [row.body, html]
  const text = [short, body ?? 'null', long, bodyHtml ?? 'null', ...rest, '}']
  // The hash of the main text stands for both copies of it.
  const fingerprint = row.body_hash !== null && html === row.body ? [short, row.body_hash, long, ...rest] : undefined
  // Somebody may have linked to it since the stamp was read.
  const isLasting = isProven(row) && isRendered(ctx, row)
  return { record: new Written(text, fingerprint), version: row.version, isLasting, row, html }
}

function listText(records: readonly object[]): string {
  return records.length === 0 ? '[]' : JSON.stringify(records)
}

/** The main text as HTML, as JSON. */
async function htmlOf({ ctx, actor }: Viewer, row: WholeRow, work: Change | undefined): Promise<string | null> {
  if (row.body === null || row.content_type !== MARKDOWN) return row.body
  const text = { ...row, body: JSON.parse(row.body) as string | null }
  const html = work ? bodyAsHtmlNow(ctx, text, work.texts) : await bodyAsHtml(ctx, text, new Texts(actor.userid))
  return JSON.stringify(html)
}

/** False if rendering took too long, which may go better the next time. */
function isRendered({ renderedBodies }: Context, { body_hash, content_type }: WholeRow): boolean {
  return body_hash === null || content_type !== MARKDOWN || renderedBodies.get(body_hash) !== undefined
}

const ORDER = Object.keys(Entity.shape)

/** The settings of its type, with the names of their levels. */
function settingsText(json: string): string {
  const settings: Record<string, unknown> = JSON.parse(json)
  for (const name of ['canbook_base', 'canread_target_base', 'canwrite_target_base']) {
    if (name in settings) settings[`${name}_human`] = baseName(Number(settings[name]))
  }
  const names = ORDER.filter((name) => name in settings)
  return names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(settings[name])}`).join()
}

const findStamp = prepared(
  (db: Db, p: WholeKey & { type: number }, engine) =>
    selectStamps(db, p.userid)
      .select(readerStamp(engine, p.userid))
      .select(['entities.team', 'entities.userid', 'entities.canread_base', 'entities.canwrite_base'])
      .select(['entities.version', 'entities.files', 'entities.has_links', 'entities.is_linked'])
      .where('entities.id', '=', p.id)
      .where('entities.type', '=', p.type),
  { isShort: true },
)

interface WholeKey {
  id: number
  userid: number
}

function selectWhole(db: Db, p: WholeKey, type: number, engine: Engine) {
  return selectLong(db, p.userid, engine, type)
    .select(['entities.type', 'entities.team', 'entities.userid', 'entities.canread_base', 'entities.canwrite_base'])
    .select(['entities.version', 'entities.content_type', 'entities.body_hash', 'entities.metadata'])
    .select(['entities.access_key', 'entities.created_from_type'])
    .select(['entities.has_steps', 'entities.next_step_id', 'entities.has_links', 'entities.is_linked'])
    .select(instanceHead().as('instance_head'))
    .leftJoin('origins as g', (join) =>
      join.onRef('g.entity_id', '=', 'entities.id').on('g.comment_id', '=', sql.lit(0)),
    )
    .leftJoin('users as i', 'i.userid', 'g.userid')
    .select(sql<string | null>`case when g.id is not null then ${jsonObject(engine, ORIGIN)} end`.as('origin'))
    .where('entities.id', '=', p.id)
    .where('entities.type', '=', sql.lit(type))
}

/** What the source of an import said of the entry. */
const ORIGIN = {
  name: sql.ref('g.name'),
  email: sql.ref('g.email'),
  orcid: sql.ref('g.orcid'),
  created_at: sql.ref('g.created_at'),
  modified_at: sql.ref('g.modified_at'),
  userid: sql.ref('g.userid'),
  fullname: sql`i.firstname || ' ' || i.lastname`,
  locked_at: sql.ref('g.locked_at'),
  locked_by: sql.ref('g.locked_by'),
}

type WholeRow = LongRow & { origin: string | null } & Pick<ReaderStamp, 'instance_head'> &
  Pick<
    EntityRow,
    | ('type' | 'team' | 'userid' | 'canread_base' | 'canwrite_base')
    | ('version' | 'content_type' | 'body_hash' | 'metadata' | 'access_key' | 'created_from_type')
    | ('has_steps' | 'next_step_id' | 'has_links' | 'is_linked')
  >

type FindWhole = (db: Db, values: WholeKey) => Promise<WholeRow[]>

/** By the number of the type: each has its own settings. */
const findWhole: Readonly<Record<number, FindWhole>> = Object.fromEntries(
  Object.values(TYPE_NUMBER).map((type) => [
    type,
    prepared((db: Db, p: WholeKey, engine) => selectWhole(db, p, type, engine)),
  ]),
)

/** Longer ones would hold up others on a shared connection. */
const MOST_SHORT_BYTES = 50_000

/** The same for entries whose texts are not long. Their sizes are known without reading them. */
const findShort: Readonly<Record<number, FindWhole>> = Object.fromEntries(
  Object.values(TYPE_NUMBER).map((type) => [
    type,
    prepared((db: Db, p: WholeKey, engine) =>
      selectWhole(db, p, type, engine)
        .where(sql<boolean>`coalesce(octet_length(b.body), 0) <= ${sql.lit(MOST_SHORT_BYTES)}`)
        .where(sql<boolean>`coalesce(octet_length(entities.metadata), 0) <= ${sql.lit(MOST_SHORT_BYTES)}`),
    ),
  ]),
)
