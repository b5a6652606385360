import { opensFiles } from '@aliquot/contract/share-key'
import { changesReaders, keepAccess } from '../../access/access-before.ts'
import type { Change } from '../../change.ts'
import type { EntityRow, NewEntity } from '../../db/schema.ts'
import { type Changes, type FieldChange, fieldChange, type Json, textHash } from '../../journal/changes.ts'
import type { Author, Happening } from '../../journal/record.ts'
import { sealEntity } from '../../journal/seals.ts'
import { titleKey } from '../../lib/text.ts'
import { isLong, type Texts } from '../../text-work/text-work.ts'
import { countEntity, isCountedAlike } from '../counts/entry-counts.ts'
import { countFields } from '../extra-fields/extra-fields.counts.ts'
import { countNewEntry } from '../instance/daily-counts.ts'
import { notifyMentioned } from '../mentions/mentions.change.ts'
import { indexLater } from '../search/indexing/index-later.ts'
import { moveTagCounts } from '../tags/tags.counts.ts'
import { fieldsOf, storeFields } from './entries.fields.ts'
import type { Ahead } from './entries.lookup.ts'
import { grantRows, listedColumns } from './entries.permissions.ts'
import * as repo from './entries.repo.ts'
import { requireFilledFields } from './entries.required.ts'
import {
  chosenSettings,
  type Entry,
  hasSettings,
  readSettings,
  type Settings,
  settingsOf,
  splitSettings,
  storeSettings,
} from './entries.settings.ts'
import { HTML } from './entries.types.ts'

/** Columns that a change may set. The others are derived from these, or never change. */
export type EntitySet = Partial<
  Omit<
    Entry,
    | 'id'
    | 'type'
    | 'elabid'
    | 'title_key'
    | 'created_at'
    | 'modified_at'
    | 'lastchangeby'
    | 'version'
    | 'body_hash'
    | 'recent_comment_at'
    | Below
    | 'files'
  >
>

/** Columns derived from child rows: entries.children.ts. */
type Below = 'has_steps' | 'next_step_id' | 'has_links' | 'is_linked' | 'has_requests'

interface StoredBody {
  body: string
  deltas: number
}

export interface EntityEdit {
  /** New values of columns. Unchanged ones are ignored. */
  set?: EntitySet
  /** The new main text, or null for none. Undefined leaves it. */
  body?: string | null
  /** The row of the stored main text if there is one, if the caller has read it. */
  stored?: readonly StoredBody[]
  /** What the caller has begun to read. */
  ahead?: Ahead | undefined
  /** The names of the tags, if their rows were changed in this transaction. */
  tags?: {
    before: string[]
    after: string[] /** Afterwards, sorted. Undefined if they are to be read. */
    ids?: number[]
  }
  /** Other changes to record that are not columns. */
  changes?: Changes
  /** Whether people whom the new main text mentions are notified. A restored or copied text tells nobody. */
  tellsMentioned?: boolean
  /** Whether to update `modified_at` and `lastchangeby`. Tags alone never do. */
  touch: boolean
}

/**
 * Every change of an entry goes through here. It updates columns, main text, grants, search index and totals together
 * with the version and the event. The caller has locked the row. A no-op if nothing differs.
 */
export async function changeEntity(
  work: Change,
  author: Author,
  entry: EntityRow,
  edit: EntityEdit,
): Promise<EntityRow> {
  const stored = await readSettings(work.db, entry)
  const before: Entry = hasSettings(entry.type) ? { ...entry, ...stored } : entry
  const set = differing(before, edit.set ?? {})
  const body = await changedBody(work, before, edit)
  const tags = edit.tags && !isSameList(edit.tags.before, edit.tags.after) ? edit.tags : undefined
  const changes: Changes = { ...columnChanges(work, before, set), ...edit.changes }
  if (body) changes.body = body.change
  if (tags) changes.tags = { before: tags.before, after: tags.after }
  if (Object.keys(changes).length === 0) return entry
  await requireFilledFields(work.db, entry, set)

  const isTouched = edit.touch && Object.keys(changes).some((field) => field !== 'tags')
  const [columns, chosen] = splitSettings(set)
  const settings = { ...stored, ...chosen }
  const moved = {
    ...columns,
    ...(set.title !== undefined && { title_key: titleKey(set.title) }),
    ...(body && { body_hash: body.hash }),
    ...(isTouched && { modified_at: work.at, lastchangeby: author.userid }),
    version: before.version + 1,
  }
  const after: EntityRow = { ...entry, ...moved }
  const isSearched = SEARCHED.some((field) => set[field] !== undefined) || body || tags
  const text = body || set.content_type !== undefined ? await searchedText(work, after, body) : undefined
  await repo.update(work.db, before.id, moved)
  if (Object.keys(chosen).length > 0) await storeSettings(work.db, before.id, settings)
  if (body) await storeBody(work, before.id, body)
  if (!isCountedAlike(before, after)) await repo.moveGrants(work.db, { id: before.id, ...listedColumns(after) })
  if (ACCESS.some(({ column }) => set[column] !== undefined)) await storeGrants(work, { ...after, ...settings }, set)
  await countEntity(work.db, before, after)
  const tagIds = edit.tags?.ids ?? (await tagIdsOf(work, before.id, edit))
  await moveTagCounts(work.db, before, after, tagIds)
  await countFields(work.db, before, after)
  if (set.metadata !== undefined) {
    // Two thousand fields take a while.
    await work.rest()
    await storeFields(work.db, before.id, fieldsOf(after.metadata))
    await work.rest()
  }
  if (isSearched) await indexLater(work, after, { title: set.title, text })
  const position = await work.record({
    chain: before.id,
    subject: 'entity',
    subjectId: before.id,
    verb: 'updated',
    changes,
    seal: sealEntity(after, tagIds, chosenSettings(settings)),
    continues: await continuesSaving(work, author, before.id, changes, edit.ahead),
  })
  if (changesReaders(columns)) await keepAccess(work.db, { ...entry, position })
  if (edit.tellsMentioned && body?.text) {
    const isHtml = after.content_type === HTML
    const texts = { before: body.before, after: body.text, isHtml }
    await notifyMentioned(work, { entity: before.id, comment: null, author: author.userid, ...texts })
  }
  return after
}

async function tagIdsOf(work: Change, id: number, { tags, ahead }: EntityEdit): Promise<number[]> {
  // Those that were read early are older than a change of them.
  const early = tags ? undefined : ahead?.tags
  const rows = await (early ?? repo.listTags(work.db, { id }))
  return rows.map((tag) => tag.id)
}

/**
 * The values of a new entry. Settings that its type does not have are ignored. It gets an `id` by itself, unless one was
 * taken before.
 */
export type NewValues = Partial<Settings> &
  Omit<NewEntity, 'title_key' | 'body_hash' | 'created_at' | 'modified_at' | 'version' | 'recent_comment_at' | Below>

/** Creates an entry. `addTags` attaches its tags, if it has any, once there is an id. */
export async function addEntity(
  work: Change,
  values: NewValues,
  body: string | null,
  addTags?: (entry: EntityRow) => Promise<unknown>,
): Promise<EntityRow> {
  const bodyChange = body === null ? undefined : work.texts.now('fieldChange', undefined, body)
  const text = work.texts.now('searchedText', body ?? '', values.content_type)
  const [columns, given] = splitSettings(values)
  const entry = await repo.insert(work.db, {
    ...columns,
    title_key: titleKey(values.title),
    body_hash: body === null || !bodyChange ? null : hashIn(bodyChange, body),
    created_at: work.at,
    modified_at: work.at,
    version: 1,
  })
  if (body !== null) await repo.putBody(work.db, { id: entry.id, body, deltas: 0 })
  const settings = settingsOf(entry.type, given)
  const chosen = chosenSettings(settings)
  if (chosen.length > 0) await storeSettings(work.db, entry.id, settings)
  const whole: Entry = { ...entry, ...settings }
  await storeGrants(work, whole, whole)
  await addTags?.(entry)
  await countNewEntry(work.db, entry)
  await countEntity(work.db, undefined, entry)
  await countFields(work.db, undefined, entry)
  const tags = addTags ? await repo.listTags(work.db, { id: entry.id }) : []
  if (entry.metadata !== null) await storeFields(work.db, entry.id, fieldsOf(entry.metadata))
  await indexLater(work, entry, { text })
  await work.record(creationOf(work.texts, { entry, tags, chosen, bodyChange }))
  return entry
}

export interface Creation {
  entry: EntityRow
  /** Sorted by id. */
  tags: readonly { id: number; tag: string }[]
  /** Settings that differ from the defaults. */
  chosen: readonly [string, unknown][]
  bodyChange: FieldChange | undefined
}

/** The event that records the creation of an entry. */
export function creationOf(texts: Texts, { entry, tags, chosen, bodyChange }: Creation): Happening {
  const changes: Changes = {}
  for (const [field, value] of Object.entries(entry)) {
    if (value !== null && !FOLLOWING.has(field)) changes[field] = columnChange(texts, undefined, value)
  }
  for (const [name, value] of chosen) changes[name] = columnChange(texts, undefined, value as Json)
  if (bodyChange) changes.body = bodyChange
  if (tags.length > 0) changes.tags = { after: tags.map((tag) => tag.tag) }
  const tagIds = tags.map((tag) => tag.id)
  return {
    chain: entry.id,
    subject: 'entity',
    subjectId: entry.id,
    verb: 'created',
    changes,
    seal: sealEntity(entry, tagIds, chosen),
  }
}

/** Columns that the search index contains. */
const SEARCHED = ['title', 'date', 'content_type', 'metadata'] as const

/** Derived columns, which the journal need not repeat. */
const FOLLOWING = new Set([
  ...['id', 'title_key', 'body_hash', 'created_at', 'modified_at', 'version', 'access_key', 'files'],
  ...(['has_steps', 'next_step_id', 'has_links', 'is_linked', 'has_requests'] satisfies Below[]),
])

function differing(before: Entry, set: EntitySet): EntitySet {
  const differing: Record<string, unknown> = {}
  for (const field of Object.keys(set) as (keyof EntitySet)[]) {
    if (before[field] !== set[field]) differing[field] = set[field]
  }
  return differing
}

function columnChanges(work: Change, before: Entry, set: EntitySet): Changes {
  const changes: Changes = {}
  for (const [field, value] of Object.entries(set) as [keyof EntitySet, Json][]) {
    // The key of a public link opens the entry for anyone, so the journal only records that there is one.
    changes[field] =
      field === 'access_key'
        ? fieldChange(linkState(before[field]), linkState(value as string | null))
        : columnChange(work.texts, before[field], value)
  }
  return changes
}

function columnChange(texts: Texts, before: Json | undefined, after: Json): FieldChange {
  return isLong(after) ? texts.now('fieldChange', before, after) : fieldChange(before, after)
}

/** Whether there is a public link, and whether it includes files. */
function linkState(accessKey: string | null): boolean | 'files' {
  return opensFiles(accessKey) ? 'files' : accessKey !== null
}

interface ChangedBody {
  text: string | null
  before: string | null
  hash: string | null
  deltas: number
  change: Changes[string]
}

async function changedBody(
  work: Change,
  entry: EntityRow,
  { body: text, stored: known, ahead }: Pick<EntityEdit, 'body' | 'stored' | 'ahead'>,
): Promise<ChangedBody | undefined> {
  if (text === undefined) return undefined
  const [stored] = known ?? (await (ahead?.stored ?? repo.findBody(work.db, { id: entry.id })))
  const before = stored?.body ?? null
  if (text === before) return undefined
  if (text === null) return { text, before, hash: null, deltas: 0, change: fieldChange(before, null) }
  const changed = work.texts.now('textChange', before, text, stored?.deltas ?? 0)
  return { text, before, hash: hashIn(changed.change, text), ...changed }
}

/** The hash of a new text. A long one was hashed on another thread, with its change: 4 MB take 20 ms. */
function hashIn(change: FieldChange, text: string): string {
  return 'hash' in change ? change.hash : textHash(text)
}

async function storeBody(work: Change, id: number, { text, deltas }: ChangedBody): Promise<void> {
  if (text === null) await repo.removeBody(work.db, { id })
  else await repo.putBody(work.db, { id, body: text, deltas })
}

const ACCESS = [
  { number: 1, column: 'canread' },
  { number: 2, column: 'canwrite' },
  { number: 3, column: 'canbook' },
] as const

/** Writes the lists of canread, canwrite and canbook as rows, if they were set. */
async function storeGrants(work: Change, entry: Entry, set: EntitySet): Promise<void> {
  for (const { number, column } of ACCESS) {
    if (set[column] === undefined) continue
    if (set !== entry) await repo.removeGrants(work.db, { id: entry.id, access: number })
    await repo.insertGrants(work.db, grantRows(entry, number, set[column]))
  }
}

/**
 * The searchable form of the main text. Computed before anything is written, because a long text restarts the change.
 */
async function searchedText(
  work: Change,
  { id, content_type }: EntityRow,
  changed: ChangedBody | undefined,
): Promise<string> {
  const text = changed ? changed.text : (await repo.findBody(work.db, { id }))[0]?.body
  return work.texts.now('searchedText', text ?? '', content_type)
}

const SAVING_MS = 15 * 60_000

/** Whether this saves the main text again, soon after the same person began to change it. */
async function continuesSaving(
  work: Change,
  author: Author,
  id: number,
  changes: Changes,
  ahead: Ahead | undefined,
): Promise<boolean> {
  if (!isBodyAlone(Object.keys(changes).join(','))) return false
  const [start] = await (ahead?.lineStart ?? repo.findLineStart(work.db, { id }))
  if (start?.verb !== 'updated' || start.userid !== author.userid || !isBodyAlone(start.fields)) return false
  return Date.parse(work.at) - Date.parse(start.at) < SAVING_MS
}

function isBodyAlone(fields: string): boolean {
  return fields === 'body'
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
