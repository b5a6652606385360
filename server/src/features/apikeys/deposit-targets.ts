import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import type { DepositReach } from '../../access/deposit-reach.ts'
import type { Context } from '../../context.ts'
import { NotFound, Refusal } from '../../errors.ts'
import { requireReadable } from '../entries/entries.access.ts'

/** Refuses to point a key to what its owner cannot see: it would never work. */
export async function requireVisible(ctx: Context, actor: Actor, { templates, entries }: DepositReach): Promise<void> {
  for (const id of templates) {
    const isVisible =
      (await isReadable(ctx, actor, 'experiments_templates', id)) || (await isReadable(ctx, actor, 'items_types', id))
    if (!isVisible) throw new NotFound('apikey.no_template', { field: 'templates', id })
  }
  for (const { type, id } of entries) {
    if (!(await isReadable(ctx, actor, type, id))) throw new NotFound('apikey.no_entry', { field: 'entries', id })
  }
}

async function isReadable({ db }: Context, actor: Actor, type: EntityType, id: number): Promise<boolean> {
  try {
    await requireReadable(db.read, actor, type, id)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
