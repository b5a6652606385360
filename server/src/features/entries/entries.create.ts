import type { EntityType } from '@aliquot/contract/common'
import type { NewEntity } from '@aliquot/contract/entity-input'
import type { Preferences } from '@aliquot/contract/preferences'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { today } from '../../lib/dates.ts'
import { cleanTitle } from '../../lib/text.ts'
import { isLong, Texts } from '../../text-work/text-work.ts'
import { notifyMentioned } from '../mentions/mentions.change.ts'
import { replaceTags } from '../tags/tags.set.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { requireBodySize } from './entries.body.ts'
import { addEntity, type EntitySet } from './entries.change.ts'
import { type Creator, identity, requireDate, requireKnownCreator } from './entries.creator.ts'
import { nextCustomId, requireFreeCustomId, requireLabels } from './entries.labels.ts'
import { requireGrantees } from './entries.levels.ts'
import { readMetadata } from './entries.metadata.ts'
import { readPermission } from './entries.permissions.ts'
import type { Settings } from './entries.settings.ts'
import { readOwnSettings } from './entries.settings.ts'
import { createFrom, readOrigin } from './entries.templates.ts'
import { type EntityKind, HTML, isTemplate, kindOf, MARKDOWN, STATE } from './entries.types.ts'

/** Makes an entry in the actor's team. */
export async function createEntity(
  ctx: Context,
  actor: Actor,
  type: EntityType,
  input: NewEntity,
): Promise<{ id: number }> {
  const kind = kindOf(type)
  const creator = await requireKnownCreator(ctx, actor, kind)
  const origin = readOrigin(creator, kind, input)
  if (origin.from !== 'nothing') return createFrom(ctx, actor, kind, origin, input)
  const values = readValues(kind, creator, input)
  const body = await readBody(actor, input.body ?? '', values.content_type)
  const date = input.date ? requireDate(input.date) : undefined
  const { tags = [] } = input
  // Numbers are given one after the other within a category, and long texts take long.
  const isAlone = values.category !== null || isLong(body) || isLong(values.metadata)

  return change(
    ctx,
    actor,
    async (work) => {
      const { category, status } = values
      await requireGrantees(work.db, undefined, sentPermissions(input, values))
      await requireLabels(work.db, kind, actor.team, { category, status })
      const custom_id = input.custom_id ?? (await nextCustomId(work.db, kind.number, category))
      if (input.custom_id) await requireFreeCustomId(work.db, { id: 0, type: kind.number, category, custom_id })
      const day = today(work.at, ctx.config.TIMEZONE)
      const entry = await addEntity(
        work,
        { ...values, ...identity(kind, day, date), userid: actor.userid, team: actor.team, custom_id },
        body,
        tags.length > 0 ? (added) => replaceTags(work, actor, added, tags) : undefined,
      )
      if (body !== null) {
        const text = { before: null, after: body, isHtml: values.content_type === HTML }
        await notifyMentioned(work, { entity: entry.id, comment: null, author: actor.userid, ...text })
      }
      return { id: entry.id }
    },
    { ofEntry: isAlone ? undefined : 0 },
  )
}

/**
 * The permissions that the client sent. Those from preferences are not checked, because they may name people who have
 * left since.
 */
function sentPermissions(input: NewEntity, values: EntitySet): EntitySet {
  const names = ['canread', 'canwrite', 'canbook', 'canread_target', 'canwrite_target'] as const
  return Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, values[name]]))
}

/** The stored form of a main text: HTML is cleaned now, Markdown when it is rendered. */
async function readBody(actor: Actor, text: string, contentType: number): Promise<string | null> {
  requireBodySize('body', text)
  if (contentType === MARKDOWN) return text || null
  const body = await new Texts(actor.userid).later('cleanHtml', text)
  requireBodySize('body', body)
  return body || null
}

/** Entries made from a new template get its creator's default permissions, until the template says otherwise. */
function defaultTargets(preferences: Preferences): Partial<Settings> {
  const { default_read, default_read_base, default_write, default_write_base } = preferences
  return {
    canread_target: readPermission('canread_target', default_read, { complete: false }).text,
    canread_target_base: default_read_base,
    canwrite_target: readPermission('canwrite_target', default_write, { complete: false }).text,
    canwrite_target_base: default_write_base,
  }
}

function readValues(kind: EntityKind, creator: Creator, input: NewEntity) {
  const preferences = preferencesOf(creator)
  const read = readPermission('canread', input.canread ?? preferences.default_read, { complete: false })
  const write = readPermission('canwrite', input.canwrite ?? preferences.default_write, { complete: false })
  return {
    type: kind.number,
    title: cleanTitle(input.title?.trim() || kind.untitled),
    content_type: input.content_type ?? (preferences.use_markdown === 1 ? MARKDOWN : HTML),
    category: input.category ?? null,
    status: input.status ?? null,
    rating: input.rating ?? 0,
    hide_main_text: input.hide_main_text ?? 0,
    metadata: input.metadata === undefined ? null : readMetadata(input.metadata),
    state: STATE.normal,
    canread: read.text,
    canwrite: write.text,
    canread_base: input.canread_base ?? read.base ?? preferences.default_read_base,
    canwrite_base: input.canwrite_base ?? write.base ?? preferences.default_write_base,
    canread_is_immutable: input.canread_is_immutable ?? 0,
    canwrite_is_immutable: input.canwrite_is_immutable ?? 0,
    locked: 0,
    timestamped: 0,
    ...(isTemplate(kind) && defaultTargets(preferences)),
    ...readOwnSettings(kind, input, { complete: false }),
  }
}
