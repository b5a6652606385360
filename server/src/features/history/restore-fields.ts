import type { Left } from '@aliquot/contract/timeline'
import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { Refusal } from '../../errors.ts'
import { foldText } from '../../lib/text.ts'
import type { EntityEdit, EntitySet } from '../entries/entries.change.ts'
import { requireFreeCustomId, requireLabels } from '../entries/entries.labels.ts'
import { requireAllowedLevels } from '../entries/entries.levels.ts'
import * as entities from '../entries/entries.lookup.ts'
import { requireMutable } from '../entries/entries.patch.ts'
import { requireFilledFields } from '../entries/entries.required.ts'
import { readSettings } from '../entries/entries.settings.ts'
import { type EntityKind, isTemplate, MARKDOWN } from '../entries/entries.types.ts'
import * as tagRows from '../tags/tags.lookup.ts'
import { provideTags, setTags } from '../tags/tags.set.ts'
import type { EntryThen } from './at/entry-at.ts'
import { type LeftPart, leftFor } from './left.ts'

/** The columns to set, and the new main text. */
export interface FieldsPlan {
  set: EntitySet
  edit: Pick<EntityEdit, 'body' | 'tags'>
  text: string
  isChanged: boolean
}

/** Columns that need no check against other tables. */
const FREE = ['title', 'date', 'rating', 'content_type', 'hide_main_text'] as const

/** Columns that belong together; the first one names the group. */
const PERMISSIONS = [
  ['canread', 'canread_base'],
  ['canwrite', 'canwrite_base'],
  ['canbook', 'canbook_base'],
  ['canread_target', 'canread_target_base'],
  ['canwrite_target', 'canwrite_target_base'],
] as const

/** Plans the restore of the fields of an entry. `left` lists what cannot be restored, with the reason. */
export async function planFields(
  work: Change,
  actor: Actor,
  kind: EntityKind,
  entry: EntityRow,
  then: EntryThen,
  left: Left[],
): Promise<FieldsPlan> {
  const wanted = await differing(work.db, entry, then.set)
  const set: EntitySet = {}
  const take = (names: readonly (keyof EntitySet)[]) => Object.assign(set, pick(wanted, names))
  const settle = async (names: readonly (keyof EntitySet)[], check: (part: EntitySet) => Promise<unknown>) => {
    const part = pick(wanted, names)
    if (Object.keys(part).length === 0) return
    if (await holds(left, { part: 'field', id: null, name: String(names[0]) }, () => check(part))) take(names)
  }
  take(FREE)
  if (isTemplate(kind)) take(['canread_is_immutable', 'canwrite_is_immutable'])
  for (const names of PERMISSIONS) {
    await settle(names, async (part) => {
      await requireAllowedLevels(work.db, entry, part)
      requireMutable(actor, kind, entry, { ...entry, ...part })
    })
  }
  const known = new Set<string>([...FREE, ...PERMISSIONS.flat(), ...CHECKED])
  take((Object.keys(wanted) as (keyof EntitySet)[]).filter((name) => !known.has(name)))
  await settle(['metadata'], (part) => requireFilledFields(work.db, entry, part))
  await settle(['status'], async (part) => {
    await requireLabels(work.db, kind, entry.team, part)
    await requireFilledFields(work.db, entry, { ...set, ...part })
  })
  await settle(['category'], (part) => requireLabels(work.db, kind, entry.team, part))
  await settle(['custom_id'], (part) => requireFreeCustomId(work.db, { ...entry, ...set, ...part }))
  // In its old category another entry may have the same number by now.
  const asCategory = { part: 'field', id: null, name: 'category' } as const
  if (set.category !== undefined && set.custom_id === undefined) {
    const isFree = await holds(left, asCategory, () => requireFreeCustomId(work.db, { ...entry, ...set }))
    if (!isFree) delete set.category
  }

  const [stored] = await entities.findBody(work.db, { id: entry.id })
  const text = textOf(work, { ...entry, ...set }, then.body)
  const tags = await planTags(work, actor, entry, then.tags, left)
  const isChanged = Object.keys(set).length > 0 || text !== (stored?.body ?? null) || tags !== undefined
  return { set, edit: { body: text, ...(tags && { tags }) }, text: text ?? '', isChanged }
}

/** Leaves all fields unchanged. */
export async function keepFields(db: Db, { id }: EntityRow): Promise<FieldsPlan> {
  const [stored] = await entities.findBody(db, { id })
  return { set: {}, edit: {}, text: stored?.body ?? '', isChanged: false }
}

/** Columns that are checked one by one. */
const CHECKED = ['metadata', 'category', 'status', 'custom_id', 'canread_is_immutable', 'canwrite_is_immutable']

async function differing(db: Db, entry: EntityRow, then: EntitySet): Promise<EntitySet> {
  const now: EntitySet = { ...entry, ...(await readSettings(db, entry)) }
  const entries = Object.entries(then).filter(([name, value]) => now[name as keyof EntitySet] !== value)
  return Object.fromEntries(entries)
}

function pick(set: EntitySet, names: readonly (keyof EntitySet)[]): EntitySet {
  return Object.fromEntries(names.filter((name) => name in set).map((name) => [name, set[name]]))
}

/** Whether the check passes; a failure is added to `left`. */
async function holds(left: Left[], what: LeftPart, check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    left.push(leftFor(what, error.said))
    return false
  }
}

/** A text saved as Markdown may contain what is not allowed in HTML. */
function textOf(work: Change, entry: EntityRow, text: string | null): string | null {
  return text === null || entry.content_type === MARKDOWN ? text : work.texts.now('cleanHtml', text)
}

/** Restores the tags of an entry. A tag that the team lost is created again if the actor may create one. */
async function planTags(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  names: readonly string[],
  left: Left[],
): Promise<EntityEdit['tags']> {
  const rows = names.length > 0 ? await tagRows.findByKeys(work.db, entry.team, names.map(keyOf)) : []
  const known = new Set(rows.map(({ tag_key }) => tag_key))
  const refused = new Set<string>()
  for (const tag of names.filter((name) => !known.has(keyOf(name)))) {
    const isMade = await holds(left, { part: 'tag', id: null, name: tag }, () =>
      provideTags(work, actor, entry.team, [tag]),
    )
    if (!isMade) refused.add(tag)
  }
  const wanted = names.filter((name) => !refused.has(name))
  const tags = await setTags(work, entry, await provideTags(work, actor, entry.team, wanted))
  return tags.before.join('\n') === tags.after.join('\n') ? undefined : tags
}

function keyOf(tag: string): string {
  return foldText(tag) || tag
}
