import type { EntityAttributes } from '@aliquot/contract/entity-input'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import type { Change } from '../../change.ts'
import type { EntityRow } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { cleanTitle } from '../../lib/text.ts'
import { replaceTags } from '../tags/tags.set.ts'
import { requireBodySize } from './entities.body.ts'
import { changeEntity, type EntityEdit, type EntitySet } from './entities.change.ts'
import { requireDate } from './entities.create.ts'
import { requireFreeCustomId, requireLabels } from './entities.labels.ts'
import { mergeMetadata, readMetadata } from './entities.metadata.ts'
import { readPermission } from './entities.permissions.ts'
import * as repo from './entities.repo.ts'
import { archive, destroy } from './entities.states.ts'
import { type EntityKind, HTML, MARKDOWN, STATE } from './entities.types.ts'

/** Attributes as they will be stored, as far as that can be told without the entry. */
export interface Edit {
  set: EntitySet
  attributes: EntityAttributes
}

/** Everything that can be read, or refused, without looking at the entry. */
export function prepareEdit(attributes: EntityAttributes): Edit {
  const { title, date, metadata, body, bodyappend, canread, canwrite } = attributes
  const { content_type, category, status, custom_id, rating, hide_main_text } = attributes
  const read = canread === undefined ? undefined : readPermission('canread', canread, { complete: true })
  const write = canwrite === undefined ? undefined : readPermission('canwrite', canwrite, { complete: true })
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
    canread: read?.text,
    canread_base: attributes.canread_base ?? read?.base,
    canwrite: write?.text,
    canwrite_base: attributes.canwrite_base ?? write?.base,
  })
  if (attributes.canread_is_immutable !== undefined || attributes.canwrite_is_immutable !== undefined) {
    throw new Unprocessable('Whether the permissions of an entry can be changed is decided when it is created')
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
): Promise<void> {
  const { attributes } = edit
  // A copy: a change that starts over must not find what it worked out from the entry as it was before.
  const set = { ...edit.set }
  const after = { ...entry, ...set }
  requireMutable(actor, entry, after)
  await requireLabels(work.db, kind, entry.team, {
    category: after.category === entry.category ? null : after.category,
    status: after.status === entry.status ? null : after.status,
  })
  if (after.category !== entry.category || after.custom_id !== entry.custom_id) {
    await requireFreeCustomId(work.db, after)
  }
  if (attributes.metadatamerge !== undefined) {
    set.metadata = mergeMetadata(after.metadata, attributes.metadatamerge)
  }
  const body = await newBody(work, entry, after.content_type, attributes)
  const tags = attributes.tags && (await replaceTags(work, actor, entry, attributes.tags))
  await changeEntity(work, actor, entry, {
    ...(await withState(work, actor, entry, set, attributes.state)),
    ...(body !== undefined && { body }),
    ...(tags && { tags }),
    touch: true,
  })
}

/** Refuses to change permissions that the creation has fixed, except to admins. */
export function requireMutable(
  actor: Actor,
  entry: EntityRow,
  after: Pick<EntityRow, 'canread' | 'canread_base' | 'canwrite' | 'canwrite_base'>,
): void {
  if (isAdminOf(actor, entry)) return
  for (const name of ['canread', 'canwrite'] as const) {
    const changes = after[name] !== entry[name] || after[`${name}_base`] !== entry[`${name}_base`]
    if (changes && entry[`${name}_is_immutable`] === 1) {
      throw new Unprocessable(`${name}: this permission cannot be changed on this entry`)
    }
  }
}

function given<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}

/** The main text after the change, undefined when it stays. */
async function newBody(
  work: Change,
  entry: EntityRow,
  contentType: number,
  { body, bodyappend }: EntityAttributes,
): Promise<string | undefined> {
  const becomesHtml = contentType === HTML && entry.content_type === MARKDOWN
  if (body === undefined && bodyappend === undefined && !becomesHtml) return undefined
  const clean = (text: string) => (contentType === MARKDOWN ? text : work.texts.now('cleanHtml', text))
  let whole = body ?? (await repo.findBody(work.db, { id: entry.id }))[0]?.body
  if (whole === undefined && bodyappend === undefined) return undefined
  whole = clean(whole ?? '')
  // Two clean texts can make a tag where they meet.
  if (bodyappend !== undefined) whole = clean(whole + clean(bodyappend))
  // Not only appending makes a text longer, cleaning can, too.
  requireBodySize(bodyappend === undefined ? 'body' : 'bodyappend', whole)
  return whole
}

/** `state` as an attribute does what the action of that name does. */
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
