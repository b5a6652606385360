import type { LabelCollection } from '@aliquot/contract/labels'
import { NAME_LIMIT } from '@aliquot/contract/limits'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import type { Change } from '../../change.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { isStorableText } from '../../lib/text.ts'
import { labelKinds } from './labels.kinds.ts'
import * as repo from './labels.repo.ts'
import { darkColor, insertLabels } from './labels.service.ts'

/** A category or status by its name, as it comes from elsewhere. */
export interface NamedLabel {
  title: string
  color: string | null
}

export function labelTitle({ title }: NamedLabel): string {
  return title.trim()
}

/** The label of the team, or one that another team shares, with this title. */
export async function findLabelByTitle(
  db: Db,
  collection: LabelCollection,
  team: number,
  title: string,
): Promise<number | undefined> {
  const [found] = await findByTitle(db, { kind: labelKinds[collection].number, team, title })
  return found?.id
}

/** Whether the actor may add this label to the team. */
export async function mayAddLabel(
  db: Db,
  actor: Actor,
  collection: LabelCollection,
  team: number,
  title: string,
): Promise<boolean> {
  if (title === '' || title.length > NAME_LIMIT.most || !isStorableText(title)) return false
  if (isAdminOf(actor, { team })) return true
  const [row] = await findTeam(db, { team })
  return row?.[labelKinds[collection].writeSwitch] === 1 && actor.teams.includes(team)
}

/** The id of the label, which is made if there is none; undefined if the actor may not. Part of a change. */
export async function provideLabel(
  work: Change,
  actor: Actor,
  collection: LabelCollection,
  team: number,
  label: NamedLabel,
): Promise<number | undefined> {
  const title = labelTitle(label)
  const known = await findLabelByTitle(work.db, collection, team, title)
  if (known !== undefined) return known
  if (!(await mayAddLabel(work.db, actor, collection, team, title))) return undefined
  const kind = labelKinds[collection].number
  const color = /^[0-9a-f]{6}$/i.test(label.color ?? '') ? (label.color as string) : darkColor()
  const ordering = await repo.nextOrdering(work.db, team, kind)
  const [id] = await insertLabels(work, [{ kind, team, title, color, ordering }])
  return id
}

/** Its own before those of others, and those in use before deleted ones, which entries may keep but not get. */
const findByTitle = prepared((db: Db, p: { kind: number; team: number; title: string }) =>
  db
    .selectFrom('labels')
    .select(['id', 'team'])
    .where('kind', '=', p.kind)
    .where('title', '=', p.title)
    .where('state', '=', 1)
    .where((eb) => eb.or([eb('team', '=', p.team), eb('is_private', '=', 0)]))
    .orderBy((eb) => eb.case().when('team', '=', p.team).then(0).else(1).end())
    .orderBy('id')
    .limit(1),
)

const findTeam = prepared((db: Db, p: { team: number }) => db.selectFrom('teams').selectAll().where('id', '=', p.team))
