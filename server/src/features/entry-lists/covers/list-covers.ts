import type { EntityType, Paging } from '@aliquot/contract/common'
import { EntityListQuery } from '@aliquot/contract/entities-list'
import type { EntityCover } from '@aliquot/contract/entity-covers'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { type Page, pageOf } from '../../../records/page.ts'
import { firstPictures } from '../../uploads/uploads.lookup.ts'
import { listIds } from '../list-entries.ts'

/** The first pictures of entries, of those that the actor may read. */
export async function listCovers(
  ctx: Context,
  actor: Actor,
  type: EntityType,
  { id = [], ...paging }: Paging & { id?: readonly number[] | undefined },
): Promise<Page<EntityCover> & { total: number }> {
  if (id.length === 0) return { rows: [], total: 0 }
  const query = { id: id.join(), scope: '3', state: '1,2,3', limit: String(id.length), order: 'id' }
  const readable = await listIds(ctx, actor, type, EntityListQuery.parse(query))
  return pageOf(await firstPictures(ctx.db.read, readable), paging)
}
