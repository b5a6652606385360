import { randomBytes } from 'node:crypto'
import type { EntityType } from '@aliquot/contract/common'
import type { NewEntity } from '@aliquot/contract/entity-input'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { Forbidden, InvalidInput, NotFound } from '../../errors.ts'
import { parseDate, today } from '../../lib/dates.ts'
import { cleanTitle } from '../../lib/text.ts'
import { Texts } from '../../texts/texts.ts'
import { replaceTags } from '../tags/tags.set.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { requireBodySize } from './entities.body.ts'
import { addEntity } from './entities.change.ts'
import { nextCustomId, requireFreeCustomId, requireLabels } from './entities.labels.ts'
import { readMetadata } from './entities.metadata.ts'
import { readPermission } from './entities.permissions.ts'
import { type EntityKind, HTML, isTemplate, kindOf, MARKDOWN, STATE } from './entities.types.ts'

/** Makes an entry in the actor's team. */
export async function createEntity(
  ctx: Context,
  actor: Actor,
  type: EntityType,
  input: NewEntity,
): Promise<{ id: number }> {
  const kind = kindOf(type)
  const creator = await requireCreator(ctx.db.read, actor, kind)
  requireTemplate(creator, kind, input)
  const values = readValues(kind, creator, input)
  const body = await readBody(actor, input.body ?? '', values.content_type)
  const date = input.date ? requireDate(input.date) : undefined
  const { tags = [] } = input

  return change(ctx, actor, async (work) => {
    const { category, status } = values
    await requireLabels(work.db, kind, actor.team, { category, status })
    const custom_id = input.custom_id ?? (await nextCustomId(work.db, kind.number, category))
    if (input.custom_id) await requireFreeCustomId(work.db, { id: 0, type: kind.number, category, custom_id })
    const day = today(work.at, ctx.config.TIMEZONE)
    const entry = await addEntity(
      work,
      { ...values, ...identity(kind, day, date), userid: actor.userid, team: actor.team, custom_id },
      body,
      (added) => (tags.length > 0 ? replaceTags(work, actor, added, tags) : Promise.resolve()),
    )
    return { id: entry.id }
  })
}

/** The day of a new entry and its permanent id. Templates have no id, and a day only when they are given one. */
export function identity(
  kind: EntityKind,
  today: string,
  date?: string,
): { date: string | null; elabid: string | null } {
  if (isTemplate(kind)) return { date: date ?? null, elabid: null }
  return { date: date ?? today, elabid: `${today.replaceAll('-', '')}-${randomBytes(20).toString('hex')}` }
}

export function requireDate(text: string): string {
  const date = parseDate(text.trim())
  if (date === undefined) throw new InvalidInput('date: must be a date, YYYY-MM-DD')
  return date
}

/** A main text as it is stored: HTML is cleaned, Markdown stays as it is and is cleaned when it is rendered. */
async function readBody(actor: Actor, text: string, contentType: number): Promise<string | null> {
  requireBodySize('body', text)
  if (contentType === MARKDOWN) return text || null
  const body = await new Texts(actor.userid).later('cleanHtml', text)
  requireBodySize('body', body)
  return body || null
}

type Creator = Awaited<ReturnType<typeof findCreator>>[number]

/** The person's preferences and the team's switches, if the person may make entries of this kind. */
export async function requireCreator(db: Db, actor: Actor, kind: EntityKind): Promise<Creator> {
  const [creator] = await findCreator(db, { userid: actor.userid, team: actor.team })
  if (!creator || (creator[kind.writeSwitch] === 0 && !actor.isAdmin)) {
    throw new Forbidden(`Only admins of this team may create ${kind.type}`)
  }
  return creator
}

const NO_TEMPLATE: readonly unknown[] = [undefined, null, '', -1, '-1']

/** There are no templates yet, so none can be found. */
function requireTemplate(creator: Creator, kind: EntityKind, { template, entity }: NewEntity): void {
  if (entity !== undefined && entity !== null) {
    throw new InvalidInput('entity: is for templates; copy an entry with the action duplicate')
  }
  if (NO_TEMPLATE.includes(template)) {
    if (kind.templateSwitch && creator[kind.templateSwitch] === 1)
      throw new InvalidInput('template: is required in this team')
    return
  }
  const id = typeof template === 'string' ? Number(template) : template
  if (!Number.isInteger(id) || (id as number) <= 0) throw new Forbidden('template: is not the id of a template')
  throw new NotFound('template: there is no template with this id')
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
  }
}

const findCreator = prepared((db: Db, p: { userid: number; team: number }) =>
  db
    .selectFrom('users as u')
    .innerJoin('teams as t', (join) => join.on('t.id', '=', p.team))
    .selectAll('t')
    .select('u.preferences')
    .where('u.userid', '=', p.userid),
)
