import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { today } from '../../lib/dates.ts'
import { cleanTitle } from '../../lib/text.ts'
import { replaceTags } from '../tags/tags.set.ts'
import { requireRead } from './entities.access.ts'
import { addEntity } from './entities.change.ts'
import { identity, requireCreator } from './entities.create.ts'
import { nextCustomId } from './entities.labels.ts'
import { metadataOfCopy } from './entities.metadata.ts'
import * as repo from './entities.repo.ts'
import { kindOf, STATE } from './entities.types.ts'

/** Copies an entry that the actor can read into their team, as theirs. */
export function copyEntity(ctx: Context, actor: Actor, type: EntityType, id: number): Promise<{ id: number }> {
  const kind = kindOf(type)
  return change(ctx, actor, async (work) => {
    const [found] = await repo.find(work.db, { id })
    if (found?.type !== kind.number) throw new NotFound('No entry with this id')
    const source = await requireRead(work.db, actor, found)
    await requireCreator(work.db, actor, kind)
    const [stored] = await repo.findBody(work.db, { id })
    const tags = await repo.listTags(work.db, { id })
    // Categories and status belong to a team, and mean nothing in another.
    const isSameTeam = source.team === actor.team
    const category = isSameTeam ? source.category : null
    const copy = await addEntity(
      work,
      {
        type: source.type,
        team: actor.team,
        userid: actor.userid,
        title: cleanTitle(`${source.title} I`),
        ...identity(kind, today(work.at, ctx.config.TIMEZONE)),
        custom_id: await nextCustomId(work.db, kind.number, category),
        rating: source.rating,
        state: STATE.normal,
        content_type: source.content_type,
        hide_main_text: source.hide_main_text,
        category,
        status: isSameTeam ? source.status : null,
        metadata: metadataOfCopy(source.metadata),
        canread: source.canread,
        canwrite: source.canwrite,
        canread_base: source.canread_base,
        canwrite_base: source.canwrite_base,
        canread_is_immutable: source.canread_is_immutable,
        canwrite_is_immutable: source.canwrite_is_immutable,
        locked: 0,
        timestamped: 0,
        created_from_type: source.type,
        created_from_id: source.id,
      },
      stored?.body ?? null,
      (added) =>
        replaceTags(
          work,
          actor,
          added,
          tags.map(({ tag }) => tag),
        ),
    )
    return { id: copy.id }
  })
}
