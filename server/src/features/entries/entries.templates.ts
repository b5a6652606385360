import type { NewEntity } from '@aliquot/contract/entity-input'
import { say } from '@aliquot/contract/refusals/say'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput, Unprocessable } from '../../errors.ts'
import { cleanTitle } from '../../lib/text.ts'
import { type Creator, requireCreator, requireDate } from './entries.creator.ts'
import {
  addDerived,
  type Differences,
  type OwnValues,
  permissionsOf,
  requireSource,
  targetsOf,
} from './entries.derive.ts'
import { mergeMetadata, metadataOfCopy } from './entries.metadata.ts'
import type { Entry } from './entries.settings.ts'
import { type EntityKind, isTemplate, STATE } from './entries.types.ts'

/** The source of a new entry: nothing, a template, or (for a new template) an entry. */
export type Origin = { from: 'nothing' } | { from: 'template' | 'entry'; id: number }

const NO_TEMPLATE: readonly unknown[] = [undefined, null, '', -1, '-1']

/** Parses the source of a new entry. Refuses a missing template if the team requires one. */
export function readOrigin(creator: Creator, kind: EntityKind, { template, entity }: NewEntity): Origin {
  const hasTemplate = !NO_TEMPLATE.includes(template)
  if (entity !== undefined && entity !== null) {
    if (!isTemplate(kind)) throw new InvalidInput('entry.source_for_templates', { field: 'entity' })
    if (hasTemplate) throw new InvalidInput('entry.with_template', { field: 'entity' })
    return { from: 'entry', id: entity }
  }
  if (hasTemplate) return { from: 'template', id: requireTemplateId(template) }
  if (kind.templateSwitch && creator[kind.templateSwitch] === 1) {
    throw new InvalidInput('entry.template_required', { field: 'template' })
  }
  return { from: 'nothing' }
}

const MOST_ID = 2_147_483_647

function requireTemplateId(template: unknown): number {
  const id = typeof template === 'string' && /^\d{1,15}$/.test(template) ? Number(template) : template
  if (typeof id !== 'number' || !Number.isInteger(id) || id <= 0) {
    throw new Forbidden('entry.not_template', { field: 'template' })
  }
  // No record has such an id, and PostgreSQL would refuse it.
  return id > MOST_ID ? 0 : id
}

const DEPOSIT_REPEAT_HOURS = 90 * 24

/** Creates an entry from a template, or a template from an entry. */
export function createFrom(
  ctx: Context,
  actor: Actor,
  kind: EntityKind,
  { from, id }: Extract<Origin, { id: number }>,
  input: NewEntity,
): Promise<{ id: number }> {
  const title = input.title?.trim() ? cleanTitle(input.title) : undefined
  const date = input.date ? requireDate(input.date) : undefined
  // The computer of an instrument may have no network for weeks, and must not create the entry again.
  const options = actor.deposit ? { repeatHours: DEPOSIT_REPEAT_HOURS } : {}
  const create = async (work: Change) => {
    const type = from === 'template' ? kind.template : (kind.concrete ?? 0)
    const name = from === 'template' ? 'template' : 'entity'
    const source = await requireSource(work.db, actor, type, id, say('entry.no_source', { field: name }))
    if (source.state === STATE.deleted) throw new Unprocessable('entry.source_deleted', { field: name })
    await requireCreator(work.db, actor, kind)
    const differences: Differences = {
      title: title ?? source.title,
      metadata: from === 'template' ? metadataFrom(source, input) : metadataOfCopy(source.metadata),
      permissions: from === 'template' && !isTemplate(kind) ? permissionsFrom(source) : permissionsOf(source),
      settings: settingsFrom(from, kind, source),
      withFiles: true,
      date,
      custom_id: input.custom_id,
      rating: input.rating,
    }
    const { id: made } = await addDerived(work, actor, kind, source, differences, ctx)
    return { id: made }
  }
  return change(ctx, actor, create, options)
}

/** How an entry differs from the template that it is made from, as an import knows it. */
export interface FromTemplate extends Pick<Differences, 'title' | 'date' | 'custom_id' | 'rating'> {
  own: OwnValues
  /** Levels that were asked for. */
  levels: Partial<Pick<EntityRow, 'canread_base' | 'canwrite_base'>>
  /** The fields, given those of the template. */
  metadata(ofTemplate: string | null): string | null
}

/** Makes an entry from a template, within a change. */
export async function addFromTemplate(
  work: Change,
  actor: Actor,
  kind: EntityKind,
  id: number,
  { levels, metadata, ...others }: FromTemplate,
  ctx: Pick<Context, 'config'>,
): Promise<EntityRow> {
  const template = await requireTemplate(work.db, actor, kind, id)
  const differences: Differences = {
    ...others,
    metadata: metadata(template.metadata),
    permissions: { ...permissionsFrom(template), ...levels },
    settings: settingsFrom('template', kind, template),
    withFiles: true,
  }
  return addDerived(work, actor, kind, template, differences, ctx)
}

/** The template for entries of this type, if the actor may use it. */
export async function requireTemplate(db: Db, actor: Actor, kind: EntityKind, id: number): Promise<Entry> {
  const missing = say('entry.no_source', { field: 'template' })
  const template = await requireSource(db, actor, kind.template, id, missing)
  if (template.state === STATE.deleted) throw new Unprocessable('entry.source_deleted', { field: 'template' })
  return template
}

/** The fields of the template with the sent values. */
function metadataFrom({ metadata }: Entry, input: NewEntity): string | null {
  return input.metadata ? mergeMetadata(metadata, input.metadata, 'metadata') : metadata
}

function permissionsFrom(template: Entry) {
  const { canread_target, canread_target_base, canwrite_target, canwrite_target_base } = template
  return permissionsOf({
    canread: canread_target ?? template.canread,
    canread_base: canread_target_base ?? template.canread_base,
    canwrite: canwrite_target ?? template.canwrite,
    canwrite_base: canwrite_target_base ?? template.canwrite_base,
  })
}

function settingsFrom(from: 'template' | 'entry', kind: EntityKind, source: Entry): Differences['settings'] {
  const { canbook, canbook_base, color, canread, canread_base, canwrite, canwrite_base } = source
  if (!isTemplate(kind)) return { canbook, canbook_base }
  if (from === 'template') return { ...targetsOf(source), canbook, canbook_base, color }
  // Whoever may read the entry may read what is made from its template.
  return {
    ...{ canread_target: canread, canread_target_base: canread_base },
    ...{ canwrite_target: canwrite, canwrite_target_base: canwrite_base },
    ...{ canbook, canbook_base },
  }
}
