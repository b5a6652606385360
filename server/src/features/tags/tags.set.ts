import { NAME_LIMIT } from '@aliquot/contract/limits'
import type { EntityTag } from '@aliquot/contract/tags'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import type { Change } from '../../change.ts'
import type { Db, TagRow } from '../../db/schema.ts'
import { tagsTable } from '../../db/tables/entries/tags.ts'
import { InvalidInput } from '../../errors.ts'
import { type Happening, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { cleanTag, foldText, isStorableText } from '../../lib/text.ts'
import { countTags, type TaggedEntry } from './tags.counts.ts'
import * as repo from './tags.repo.ts'

const MOST_TAGS = 1000
const MOST_CHARACTERS = NAME_LIMIT.most

/** The tags of an entry with this person's favourites, in display order. */
export function tagsOf(db: Db, entityId: number, userid: number): Promise<EntityTag[]> {
  return repo.listFor(db, { entity: entityId, userid })
}

/**
 * Gives an entry exactly these tags and creates missing ones. The caller has locked the entry and records its change;
 * only new tags are recorded here.
 */
export async function replaceTags(
  work: Change,
  actor: Actor,
  entry: TaggedEntry,
  names: readonly string[],
): Promise<ChangedTags> {
  const tags = await provideTagRows(work, actor, entry.team, names)
  return setTags(work, entry, idsOf(tags), { added: tags })
}

/** The names of an entry's tags before and after. */
export interface ChangedTags {
  before: string[]
  after: string[]
  /** The ids afterwards, sorted. */
  ids: number[]
}

type Tag = Pick<TagRow, 'id' | 'tag' | 'tag_key'>

/** What the caller has read: the tags of the entry, and the rows of all others that it shall have. */
interface KnownTags {
  present?: readonly Tag[] | undefined
  added?: readonly Tag[]
}

/** The same with existing tags. */
export async function setTags(
  work: Change,
  entry: TaggedEntry,
  wanted: ReadonlySet<number>,
  { present, added: known }: KnownTags = {},
): Promise<ChangedTags> {
  const before = present ?? (await repo.listOf(work.db, { entity: entry.id }))
  const had = new Set(before.map((tag) => tag.id))
  const gone = [...had].filter((id) => !wanted.has(id))
  const added = [...wanted].filter((id) => !had.has(id))
  if (gone.length > 0) await repo.detach(work.db, entry.id, gone)
  if (added.length > 0) await repo.attach(work.db, entry.id, added)
  await countTags(work.db, entry, gone, -1)
  await countTags(work.db, entry, added, 1)
  const kept = before.filter((tag) => wanted.has(tag.id))
  const after = added.length === 0 ? kept : await joinTags(work, entry.id, kept, known)
  return { before: namesOf(before), after: namesOf(after), ids: [...idsOf(after)].sort((a, b) => a - b) }
}

async function joinTags(
  work: Change,
  entity: number,
  kept: readonly Tag[],
  known: readonly Tag[] | undefined,
): Promise<readonly Tag[]> {
  if (!known) return repo.listOf(work.db, { entity })
  const had = idsOf(kept)
  return [...kept, ...known.filter((tag) => !had.has(tag.id))].sort(byKey)
}

/** As both engines sort. */
function byKey(a: Tag, b: Tag): number {
  return Buffer.compare(Buffer.from(a.tag_key), Buffer.from(b.tag_key)) || a.id - b.id
}

export function idsOf(tags: readonly Pick<TagRow, 'id'>[]): Set<number> {
  return new Set(tags.map((tag) => tag.id))
}

/** The ids of the team's tags with these names, in the order of the names; missing tags are created. */
export async function provideTags(
  work: Change,
  actor: Actor,
  team: number,
  names: readonly string[],
  field = 'tags',
): Promise<Set<number>> {
  return idsOf(await provideTagRows(work, actor, team, names, field))
}

/** The same with all columns. */
export async function provideTagRows(
  work: Change,
  actor: Actor,
  team: number,
  names: readonly string[],
  field = 'tags',
): Promise<TagRow[]> {
  const wanted = readNames(names, field)
  if (wanted.size === 0) return []
  const keys = [...wanted.keys()]
  let known = await findByKeys(work.db, team, keys)
  const missing = keys.filter((key) => !known.has(key))
  if (missing.length > 0) {
    await requireMayCreate(work.db, actor, team, field)
    // Sorted, and all before the journal, so that two writers of the same new tags cannot deadlock.
    const rows = missing.sort().map((key) => ({ team, tag: wanted.get(key) ?? key, tag_key: key }))
    const created = await repo.insertMissing(work.db, rows)
    await work.recordAll(created.map(creationOf))
    // If another writer has created some of them, read again.
    if (created.length < missing.length) known = await findByKeys(work.db, team, keys)
    for (const tag of created) known.set(tag.tag_key, tag)
  }
  return keys.map((key) => known.get(key)).filter((tag) => tag !== undefined)
}

/**
 * Which of these names an entry of the team can get when they come from elsewhere: valid ones, and only existing tags
 * if the actor may not create others. `left` are the others, as they were given.
 */
export async function usableNames(
  db: Db,
  actor: Actor,
  team: number,
  names: readonly string[],
): Promise<{ names: string[]; left: string[] }> {
  const usable = new Map<string, string>()
  const left: string[] = []
  for (const name of names) {
    const tag = cleanTag(name)
    const isValid = tag !== '' && [...tag].length <= MOST_CHARACTERS && isStorableText(tag)
    if (!isValid) left.push(name)
    else if (usable.size < MOST_TAGS) usable.set(foldText(tag) || tag, tag)
    else if (!usable.has(foldText(tag) || tag)) left.push(name)
  }
  const known = usable.size > 0 ? await findByKeys(db, team, [...usable.keys()]) : new Map()
  const missing = [...usable.keys()].filter((key) => !known.has(key))
  if (missing.length > 0 && !(await mayCreate(db, actor, team))) {
    for (const key of missing) {
      left.push(usable.get(key) ?? key)
      usable.delete(key)
    }
  }
  return { names: [...usable.values()], left }
}

/** Those of these valid names that the team has no tag for. */
export async function missingNames(db: Db, team: number, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const keyed = new Map(names.map((name) => [foldText(name) || name, name]))
  const known = await findByKeys(db, team, [...keyed.keys()])
  return [...keyed].filter(([key]) => !known.has(key)).map(([, name]) => name)
}

/** Cleaned names by key; those that differ only in case and accents are one. */
export function readNames(names: readonly string[], field: string): Map<string, string> {
  if (names.length > MOST_TAGS) throw new InvalidInput('field.at_most', { field, most: MOST_TAGS })
  const wanted = new Map<string, string>()
  for (const name of names) {
    const tag = cleanTag(name)
    if (tag === '') throw new InvalidInput('field.empty', { field })
    if (tag.length > MOST_CHARACTERS && [...tag].length > MOST_CHARACTERS) {
      throw new InvalidInput('field.too_long', { field, most: MOST_CHARACTERS })
    }
    if (!isStorableText(tag)) throw new InvalidInput('field.unstorable', { field })
    // A name of nothing but accents folds to nothing, so it is its own key.
    const key = foldText(tag) || tag
    if (!wanted.has(key)) wanted.set(key, tag)
  }
  return wanted
}

async function findByKeys(db: Db, team: number, keys: readonly string[]): Promise<Map<string, TagRow>> {
  return new Map((await repo.findByKeys(db, team, keys)).map((tag) => [tag.tag_key, tag]))
}

async function requireMayCreate(db: Db, actor: Actor, team: number, field: string): Promise<void> {
  if (!(await mayCreate(db, actor, team))) throw new InvalidInput('tag.may_not_create', { field })
}

async function mayCreate(db: Db, actor: Actor, team: number): Promise<boolean> {
  const [rule] = await repo.findTeamRule(db, { team })
  return rule?.user_create_tag === 1 || isAdminOf(actor, { team })
}

function creationOf(tag: TagRow): Happening {
  return {
    chain: INSTANCE_CHAIN,
    subject: 'tag',
    subjectId: tag.id,
    verb: 'created',
    changes: { team: { after: tag.team }, tag: { after: tag.tag } },
    seal: sealOf(tagsTable, tag),
  }
}

function namesOf(tags: readonly Pick<TagRow, 'tag'>[]): string[] {
  return tags.map((tag) => tag.tag)
}
