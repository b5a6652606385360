import type { EntityAttributes } from '@aliquot/contract/entity-input'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import type { Change } from '../../change.ts'
import type { EntityRow } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { cleanTitle } from '../../lib/text.ts'
import { replaceTags } from '../tags/tags.set.ts'
import { requireBodySize } from './entries.body.ts'
import { changeEntity, type EntityEdit, type EntitySet } from './entries.change.ts'
import { requireDate } from './entries.creator.ts'
import { requireFreeCustomId, requireLabels } from './entries.labels.ts'
import { requireAllowedLevels, requireGrantees } from './entries.levels.ts'
import type { Ahead } from './entries.lookup.ts'
import { mergeMetadata, readMetadata } from './entries.metadata.ts'
import { readPermissions } from './entries.permissions.ts'
import * as repo from './entries.repo.ts'
import { readOwnSettings, requireOwnSettings } from './entries.settings.ts'
import { archive, destroy } from './entries.states.ts'
import { type EntityKind, HTML, isTemplate, MARKDOWN, STATE } from './entries.types.ts'

/** The stored form of attributes, as far as it is known without the entry. */
export interface Edit {
  set: EntitySet
  attributes: EntityAttributes
}

/** Parses and validates all that does not depend on the entry. */
export function prepareEdit(kind: EntityKind, attributes: EntityAttributes): Edit {
  const { title, date, metadata, body, bodyappend } = attributes
  const { content_type, category, status, custom_id, rating, hide_main_text } = attributes
  requireOwnSettings(kind, attributes)
  const set: EntitySet = given({
    title: title === undefined ? undefined : cleanTitle(title),
    date: date === undefined ? undefined : requireDate(date),
    content_type,
    category,
    status,
    custom_id,
    rating,
    hide_main_text,
    metadata: metadata === undefined ? undefined : readMetadata(metadata),
    ...readPermissions(attributes, ['canread', 'canwrite'], { complete: true }),
    ...(isTemplate(kind) && {
      canread_is_immutable: attributes.canread_is_immutable,
      canwrite_is_immutable: attributes.canwrite_is_immutable,
    }),
    ...readOwnSettings(kind, attributes, { complete: true }),
  })
  const isFixed = attributes.canread_is_immutable !== undefined || attributes.canwrite_is_immutable !== undefined
  if (isFixed && !isTemplate(kind)) {
    throw new Unprocessable('entry.fixed_at_creation')
  }
  if (body !== undefined) requireBodySize('body', body)
  if (bodyappend !== undefined) requireBodySize('bodyappend', bodyappend)
  return { set, attributes }
}

/** Applies all attributes, or none. */
export async function applyEdit(
  work: Change,
  actor: Actor,
  kind: EntityKind,
  entry: EntityRow,
  edit: Edit,
  ahead?: Ahead,
): Promise<EntityRow> {
  const { attributes } = edit
  // A copy, so that a restarted change does not reuse values computed from the old entry.
  const set = { ...edit.set }
  const after = { ...decidingColumns(entry), ...set }
  requireMutable(actor, kind, entry, after)
  await requireAllowedLevels(work.db, entry, set)
  await requireGrantees(work.db, entry, set)
  await requireLabels(work.db, kind, entry.team, {
    category: after.category === entry.category ? null : after.category,
    status: after.status === entry.status ? null : after.status,
  })
  if (after.category !== entry.category || after.custom_id !== entry.custom_id) {
    await requireFreeCustomId(work.db, after)
  }
  if (attributes.metadatamerge !== undefined) {
    set.metadata = mergeMetadata(after.metadata, attributes.metadatamerge)
    await work.rest()
  }
  const text = await newText(work, entry, after.content_type, attributes, ahead)
  const tags = attributes.tags && (await replaceTags(work, actor, entry, attributes.tags))
  return changeEntity(work, actor, entry, {
    ...(await withState(work, actor, entry, set, attributes.state)),
    ...text,
    ...(tags && { tags }),
    ahead,
    tellsMentioned: true,
    touch: true,
  })
}

/** What the checks of a change look at. */
function decidingColumns(entry: EntityRow) {
  const { id, type, category, status, custom_id, content_type, metadata } = entry
  const { canread, canread_base, canwrite, canwrite_base } = entry
  return {
    id,
    type,
    category,
    status,
    custom_id,
    content_type,
    metadata,
    canread,
    canread_base,
    canwrite,
    canwrite_base,
  }
}

/** Refuses changes of permissions that are immutable, except by admins. Templates have no immutable permissions. */
export function requireMutable(
  actor: Actor,
  kind: EntityKind,
  entry: EntityRow,
  after: Pick<EntityRow, 'canread' | 'canread_base' | 'canwrite' | 'canwrite_base'>,
): void {
  if (isTemplate(kind) || isAdminOf(actor, entry)) return
  for (const name of ['canread', 'canwrite'] as const) {
    const changes = after[name] !== entry[name] || after[`${name}_base`] !== entry[`${name}_base`]
    if (changes && entry[`${name}_is_immutable`] === 1) {
      throw new Unprocessable('permission.immutable', { field: name })
    }
  }
}

function given<T extends object>(values: T): T {
  const kept: Partial<T> = {}
  for (const name of Object.keys(values) as (keyof T)[]) if (values[name] !== undefined) kept[name] = values[name]
  return kept as T
}

/** The new main text, and the stored one if it was read. Nothing if the text stays. */
async function newText(
  work: Change,
  entry: EntityRow,
  contentType: number,
  { body, bodyappend }: EntityAttributes,
  ahead: Ahead | undefined,
): Promise<Pick<EntityEdit, 'body' | 'stored'>> {
  const becomesHtml = contentType === HTML && entry.content_type === MARKDOWN
  if (body === undefined && bodyappend === undefined && !becomesHtml) return {}
  const clean = (text: string) => (contentType === MARKDOWN ? text : work.texts.now('cleanHtml', text))
  const stored = body === undefined ? await (ahead?.stored ?? repo.findBody(work.db, { id: entry.id })) : undefined
  let whole = body ?? stored?.[0]?.body
  if (whole === undefined && bodyappend === undefined) return {}
  whole ??= ''
  // A stored text is clean.
  if (body !== undefined || becomesHtml) whole = clean(whole)
  // Two clean texts can form a tag where they meet.
  if (bodyappend !== undefined) whole = clean(whole + clean(bodyappend))
  // Cleaning can make a text longer too.
  requireBodySize(bodyappend === undefined ? 'body' : 'bodyappend', whole)
  return { body: whole, ...(stored && { stored }) }
}

/** `state` as an attribute does the same as the action. */
async function withState(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  set: EntitySet,
  state: number | null | undefined,
): Promise<Pick<EntityEdit, 'set' | 'changes'>> {
  if (state === STATE.archived) return { set: { ...set, ...archive(work, actor, entry) } }
  if (state !== STATE.deleted) return { set }
  const destroyed = await destroy(work, entry)
  return { ...destroyed, set: { ...set, ...destroyed.set } }
}
