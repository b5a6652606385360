import type { Favtag } from '@aliquot/contract/favtags'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { findByKeys } from '../tags/tags.lookup.ts'
import { readNames } from '../tags/tags.set.ts'
import { recordFavourite } from './favtags.record.ts'
import * as repo from './favtags.repo.ts'

/** The actor's favourites among the tags of their teams: a former member must not see the tags of a team. */
export function listFavourites(ctx: Context, actor: Actor): Promise<Favtag[]> {
  return repo.listOf(ctx.db.read, { userid: actor.userid, teams: JSON.stringify(actor.teams) })
}

export function addFavourite(ctx: Context, actor: Actor, name: string): Promise<{ isNew: boolean }> {
  const keys = [...readNames([name], 'tag').keys()]
  return change(ctx, actor, async (work) => {
    const [tag] = await findByKeys(work.db, actor.team, keys)
    if (!tag) throw new InvalidInput('tag.unknown', { field: 'tag' })
    const favourite = { userid: actor.userid, tag_id: tag.id }
    const isNew = await repo.insert(work.db, favourite)
    if (isNew) await recordFavourite(work, favourite, 'created')
    return { isNew }
  })
}

export function dropFavourite(ctx: Context, actor: Actor, tagId: number): Promise<void> {
  return change(ctx, actor, async (work) => {
    const favourite = { userid: actor.userid, tag_id: tagId }
    if (await repo.remove(work.db, favourite)) await recordFavourite(work, favourite, 'deleted')
  })
}
