import { wireTime } from '../../../lib/dates.ts'
import type { EntityKind } from '../entries.types.ts'
import type { LongRow, ShortRow } from './row-sql.ts'

/** The JSON text of a row of a short list. */
export function shortText(row: ShortRow, _kind: EntityKind, zone: string): string {
  return `${shortFields(row, zone)}}`
}

/** The same for a quick search. */
export function quickText(row: ShortRow, kind: EntityKind, zone: string): string {
  return `${shortFields(row, zone)}${ofKind(kind)}}`
}

/** The same with all columns. */
export function longText(row: LongRow, kind: EntityKind, zone: string): string {
  const settings = row.settings === null ? '' : `,${inner(row.settings)}`
  const fields = shortFields(row, zone) + ofKind(kind)
  return `${fields},"body":${row.body},${longFields(row, zone)}${settings},"has_attachment":${row.files > 0 ? 1 : 0}}`
}

/** The fields of the long form that follow the main text. */
export function longFields(row: LongRow, zone: string): string {
  const lockedAt = timeText(row.locked_at, zone)
  const timestampedAt = timeText(row.timestamped_at, zone)
  return `${inner(row.rest)},"locked_at":${lockedAt},"timestamped_at":${timestampedAt},${NO_EVENTS}`
}

const NO_EVENTS = '"events_start":null,"events_start_itemid":null'

/** Without the closing brace. */
export function shortFields(row: ShortRow, zone: string): string {
  const createdAt = timeText(row.created_at, zone)
  const modifiedAt = timeText(row.modified_at, zone)
  const times = `"created_at":${createdAt},"modified_at":${modifiedAt},${UNSIGNED}`
  const timestamp = `"timestamped":${row.timestamped},"timestampedby":${row.timestampedby}`
  const comment = `"is_pinned":${row.pinned_by === null ? 0 : 1},"recent_comment":${timeText(row.recent_comment_at, zone)}`
  return `{${inner(row.first)},${times},${timestamp},${comment},"next_step":${row.next_step},${tagsText(row)}`
}

const UNSIGNED = '"signature_count":0,"last_signed_at":null,"last_signed_by":null'

/** A JSON object without its braces. */
function inner(json: string): string {
  return json.slice(1, -1)
}

/** Lists name the page with its file extension. */
function ofKind({ type, page }: EntityKind): string {
  return `,"type":"${type}","page":"${page}.php"`
}

function timeText(at: string | null, zone: string): string {
  return at === null ? 'null' : `"${wireTime(at, zone)}"`
}

const NO_TAGS = '"tags":null,"tags_id":null,"tags_decoded":[]'

const MOST_KNOWN = 2000
const MOST_KNOWN_LENGTH = 500
/** The texts of earlier lists of tags. They depend on nothing else, and many entries have the same tags. */
const knownTags = new Map<string, string>()

function tagsText({ tag_list, favourites }: Pick<ShortRow, 'tag_list' | 'favourites'>): string {
  if (tag_list === null) return NO_TAGS
  const key = favourites === null ? tag_list : `${favourites} ${tag_list}`
  const known = knownTags.get(key)
  if (known !== undefined) return known
  const text = writeTags(tag_list, new Set(favourites?.split(',').map(Number)))
  if (key.length > MOST_KNOWN_LENGTH) return text
  if (knownTags.size >= MOST_KNOWN) knownTags.clear()
  knownTags.set(key, text)
  return text
}

function writeTags(joined: string, favourites: ReadonlySet<number>): string {
  const tags = Array.from(joined.matchAll(/(\d+):([^T]*)T([^|]*)(?:\||$)/gy), ([, id = '', key = '', tag = '']) => {
    return { id: Number(id), tag, key: Buffer.from(key) }
  }).sort((a, b) => Buffer.compare(a.key, b.key) || a.id - b.id)
  const names = JSON.stringify(tags.map(({ tag }) => tag).join('|'))
  const ids = tags.map(({ id }) => id).join(',')
  const decoded = tags.map(({ id, tag }) => ({ id, tag, is_favorite: favourites.has(id) }))
  return `"tags":${names},"tags_id":"${ids}","tags_decoded":${JSON.stringify(decoded)}`
}
