import { hash, timingSafeEqual } from 'node:crypto'
import type { EntityType } from '@aliquot/contract/common'
import { keyInLink, opensFiles } from '@aliquot/contract/share-key'
import type { SharedEntity } from '@aliquot/contract/shared'
import { BASE } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { NotFound, TooMany } from '../../errors.ts'
import { mimeOf } from '../../files/sniff.ts'
import { configOf } from '../../instance-config/current.ts'
import { wireTime } from '../../lib/dates.ts'
import { clientKey, makeRateLimit, type RateLimit } from '../../lib/rate-limit.ts'
import { showsFile } from '../../lib/shown-files.ts'
import type { FileAnswer } from '../../records/answers.ts'
import { Texts } from '../../text-work/text-work.ts'
import { bodyAsHtml } from '../entries/entries.body.ts'
import * as entities from '../entries/entries.lookup.ts'
import { kindOf, STATE } from '../entries/entries.types.ts'
import { listOpenTargets } from '../links/links.lookup.ts'
import { listPage as listSteps } from '../steps/steps.lookup.ts'
import { listPage as listUploads } from '../uploads/uploads.lookup.ts'
import { openShownFile, openShownMedia } from '../uploads/uploads.service.ts'

declare module '../../context.ts' {
  interface Context {
    /** Failed requests for public links, by address. */
    missedLinks: RateLimit
  }
}

interface Path {
  entity_type: EntityType
  id: number
}

/** What is visible without an account. Everything else does not exist, whatever the reason. */
export async function readShared(
  ctx: Context,
  address: string,
  path: Path,
  accessKey: string | undefined,
): Promise<{ record: SharedEntity; version: number }> {
  const kind = kindOf(path.entity_type)
  const row = await requireShared(ctx, address, path, accessKey)
  const tags = await entities.listTags(ctx.db.read, { id: row.id })
  const steps = await listSteps(ctx.db.read, { entity: row.id, limit: MOST_STEPS, offset: 0 })
  const zone = ctx.config.TIMEZONE
  const record: SharedEntity = {
    id: row.id,
    type: kind.type,
    page: kind.page,
    title: row.title,
    body_html: await shownText(ctx, row),
    hide_main_text: row.hide_main_text === 1 ? 1 : 0,
    date: row.date,
    elabid: row.elabid,
    custom_id: row.custom_id,
    rating: row.rating,
    category_title: row.category_title,
    category_color: row.category_color,
    status_title: row.status_title,
    status_color: row.status_color,
    tags: tags.map(({ tag }) => tag).sort((a, b) => a.localeCompare(b)),
    metadata: row.metadata,
    steps: steps.map(({ body, finished }) => ({ body, finished: finished === 1 ? 1 : 0 })),
    files: (await listFiles(ctx, row, accessKey)).map(({ id, real_name, comment, filesize, mime }) => ({
      ...{ id, real_name, comment, filesize },
      mime_type: mimeOf(mime, real_name),
    })),
    links: await openLinks(ctx.db.read, row),
    fullname: `${row.firstname} ${row.lastname}`,
    team_name: row.team_name,
    created_at: wireTime(row.created_at, zone),
    modified_at: wireTime(row.modified_at, zone),
  }
  return { record, version: row.version }
}

/** Links in the text show the titles of today. */
async function openLinks(db: Db, { id, hide_main_text }: Row): Promise<SharedEntity['links']> {
  if (hide_main_text === 1) return []
  const targets = await listOpenTargets(db, { entity: id })
  return targets.map(({ type, ...target }) => ({ type: type === RESOURCE ? 'items' : 'experiments', ...target }))
}

const RESOURCE = kindOf('items').number
const NOBODY = 0
/** As many as in the record of an entry. */
const MOST_STEPS = 1000

/** A picture or recording that the text shows. A valid link opens no other file, not even of the same entry. */
export async function openSharedFile(
  ctx: Context,
  address: string,
  path: Path,
  accessKey: string | undefined,
  name: string,
): Promise<FileAnswer> {
  const row = await requireShared(ctx, address, path, accessKey)
  // Not counted as wrong links: a text may show many pictures that are gone.
  const file = await openShownMedia(ctx, row.id, name)
  const html = file && (await shownText(ctx, row))
  if (!file || !html || !showsFile(html, name)) throw new NotFound('share.nothing')
  return file
}

/** A file of the entry, if its link includes them. Not counted as a wrong link: the file may have been archived. */
export async function openSharedUpload(
  ctx: Context,
  address: string,
  path: Path & { subid: number },
  accessKey: string | undefined,
): Promise<FileAnswer> {
  const row = await requireShared(ctx, address, path, accessKey)
  const file = includesFiles(row, accessKey) && (await openShownFile(ctx, row.id, path.subid))
  if (!file) throw new NotFound('share.nothing')
  return file
}

/** Not for entries that are open to everyone: files belong to a link that somebody made for them. */
function includesFiles(row: Row, accessKey: string | undefined): boolean {
  return opensFiles(row.access_key) && hasKey(row, accessKey)
}

async function listFiles(ctx: Context, row: Row, accessKey: string | undefined) {
  if (!includesFiles(row, accessKey)) return []
  return listUploads(ctx.db.read, { entity: row.id, states: SHOWN, limit: MOST_FILES, offset: 0 })
}

const SHOWN = JSON.stringify([STATE.normal])
const MOST_FILES = 1000

/** The entry, if the link opens it. Wrong links are counted by address. */
async function requireShared(ctx: Context, address: string, path: Path, accessKey: string | undefined): Promise<Row> {
  const limit = ctx.missedLinks
  const client = clientKey(address)
  const now = Date.parse(ctx.now())
  const wait = limit.wait(client, now)
  if (wait > 0) throw new TooMany('share.too_many', wait)
  const { anonUsers } = await configOf(ctx)
  const type = kindOf(path.entity_type).number
  const [row] = anonUsers ? await findRow(ctx.db.read, { id: path.id, type }) : []
  if (row && isShared(row, accessKey)) return row
  limit.take(client, now)
  throw new NotFound('share.nothing')
}

async function shownText(ctx: Context, row: Row): Promise<string | null> {
  return row.hide_main_text === 1 ? null : bodyAsHtml(ctx, row, new Texts(NOBODY))
}

/** Archiving and deletion end a link, even if an older version left the key in place. */
function isShared(row: Row, accessKey: string | undefined): boolean {
  if (row.state !== STATE.normal) return false
  if (row.canread_base === BASE.full) return true
  return hasKey(row, accessKey)
}

/** A link from before its files were included still opens the entry, and so does the whole key. */
function hasKey({ access_key: stored }: Row, given: string | undefined): boolean {
  if (stored === null || given === undefined) return false
  return isSameSecret(keyInLink(stored), keyInLink(given))
}

/** Constant time, whatever the difference and lengths. */
function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}

export function openMissedLinks(): RateLimit {
  return makeRateLimit({ tries: 50, withinMs: 15 * 60_000 })
}

type Row = Awaited<ReturnType<typeof findRow>>[number]

const findRow = prepared((db: Db, p: { id: number; type: number }) =>
  db
    .selectFrom('entities as e')
    .innerJoin('users as u', 'u.userid', 'e.userid')
    .innerJoin('teams as t', 't.id', 'e.team')
    .leftJoin('labels as c', 'c.id', 'e.category')
    .leftJoin('labels as s', 's.id', 'e.status')
    .leftJoin('bodies as b', 'b.entity_id', 'e.id')
    .selectAll('e')
    .select(['u.firstname', 'u.lastname', 't.name as team_name', 'b.body'])
    .select(['c.title as category_title', 'c.color as category_color'])
    .select(['s.title as status_title', 's.color as status_color'])
    .where('e.id', '=', p.id)
    .where('e.type', '=', p.type),
)
