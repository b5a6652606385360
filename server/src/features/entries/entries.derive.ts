import type { Said } from '@aliquot/contract/refusals/say'
import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { NotFound } from '../../errors.ts'
import { today } from '../../lib/dates.ts'
import { copyLinks } from '../links/links.set.ts'
import { copySteps } from '../steps/steps.set.ts'
import { replaceTags } from '../tags/tags.set.ts'
import { holdQuota } from '../uploads/uploads.limits.ts'
import { addCopies, planCopies, pointToCopies } from '../uploads/uploads.of-entry.ts'
import { requireRead } from './entries.access.ts'
import { addEntity } from './entries.change.ts'
import { identity } from './entries.creator.ts'
import { nextCustomId, requireFreeCustomId } from './entries.labels.ts'
import * as repo from './entries.repo.ts'
import { type Entry, readSettings, type Settings } from './entries.settings.ts'
import { type EntityKind, STATE } from './entries.types.ts'

/** The entry of this type with its settings, if the actor may read it. `missing` is the message if there is none. */
export async function requireSource(db: Db, actor: Actor, type: number, id: number, missing: Said): Promise<Entry> {
  const [found] = await repo.find(db, { id })
  if (found?.type !== type) throw new NotFound(missing)
  const source = await requireRead(db, actor, found)
  return { ...source, ...(await readSettings(db, source)) }
}

/** How the new entry differs from its source. */
export interface Differences {
  title: string
  metadata: string | null
  permissions: Permissions
  settings: Partial<Settings>
  /** Whether it gets the files of the source. */
  withFiles: boolean
  /** Chosen by the client. The defaults are those of every new entry, and the rating of the source. */
  date?: string | undefined
  custom_id?: number | null | undefined
  rating?: number | undefined
  /** Chosen by whoever brings it in from elsewhere. */
  own?: OwnValues
  /** Whether it links to the source. */
  linkToOriginal?: boolean
}

/** What an entry has of its own, instead of what its source has. */
export interface OwnValues {
  userid: number
  elabid?: string | null | undefined
  category?: number | undefined
  status?: number | undefined
  /** Besides those of the source. */
  tags: readonly string[]
  text?: { body: string; content_type: number } | undefined
}

export type Permissions = Pick<EntityRow, 'canread' | 'canread_base' | 'canwrite' | 'canwrite_base'>

export function permissionsOf({ canread, canread_base, canwrite, canwrite_base }: Permissions): Permissions {
  return { canread, canread_base, canwrite, canwrite_base }
}

/** The permissions that a template gives to entries made from it. */
export function targetsOf(template: Entry) {
  const { canread_target, canread_target_base, canwrite_target, canwrite_target_base } = template
  return { canread_target, canread_target_base, canwrite_target, canwrite_target_base }
}

/** Creates an entry of the actor, in their team, with the content of another. */
export async function addDerived(
  work: Change,
  actor: Actor,
  kind: EntityKind,
  source: EntityRow,
  {
    title,
    metadata,
    permissions,
    settings,
    withFiles,
    date,
    custom_id,
    rating,
    own,
    linkToOriginal = false,
  }: Differences,
  { config }: Pick<Context, 'config'>,
): Promise<EntityRow> {
  const [stored] = await repo.findBody(work.db, { id: source.id })
  const tags = await repo.listTags(work.db, { id: source.id })
  const files = withFiles ? await planCopies(work, source.id) : []
  const bytes = files.reduce((sum, file) => sum + file.source.filesize, 0)
  if (bytes > 0) await holdQuota({ config }, work.db, actor.team, bytes)
  // Categories and status belong to a team and mean nothing in another.
  const isSameTeam = source.team === actor.team
  const category = own?.category ?? (isSameTeam ? source.category : null)
  if (custom_id) await requireFreeCustomId(work.db, { id: 0, type: kind.number, category, custom_id })
  const added = await addEntity(
    work,
    {
      ...identity(kind, today(work.at, config.TIMEZONE), date),
      type: kind.number,
      team: actor.team,
      userid: own?.userid ?? actor.userid,
      ...(own?.elabid && { elabid: own.elabid }),
      title,
      custom_id: custom_id ?? (await nextCustomId(work.db, kind.number, category)),
      rating: rating ?? source.rating,
      state: STATE.normal,
      content_type: own?.text?.content_type ?? source.content_type,
      hide_main_text: source.hide_main_text,
      category,
      status: own?.status ?? (isSameTeam ? source.status : null),
      metadata,
      ...permissions,
      canread_is_immutable: source.canread_is_immutable,
      canwrite_is_immutable: source.canwrite_is_immutable,
      locked: 0,
      timestamped: 0,
      created_from_type: source.type,
      created_from_id: source.id,
      ...settings,
    },
    own?.text?.body ?? (stored ? pointToCopies(stored.body, files) : null),
    (entry) => replaceTags(work, actor, entry, [...new Set([...tags.map(({ tag }) => tag), ...(own?.tags ?? [])])]),
  )
  await copySteps(work, source, added.id)
  await copyLinks(work, source, added, { toSource: linkToOriginal })
  await addCopies(work, added, files)
  return added
}
