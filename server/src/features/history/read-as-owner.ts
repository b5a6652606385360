import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { CommandProblem } from '../../errors.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import * as entities from '../entries/entries.lookup.ts'
import { readRecord } from '../entries/entries.record.ts'
import { readRecordThen } from './at/record-at.ts'

/** An entry as its owner sees it, now or at a moment, for an operator who has access to the machine anyway. */
export async function readAsOwner(ctx: Context, id: number, at: string | undefined): Promise<Entity> {
  const [row] = await entities.find(ctx.db.read, { id })
  const type = EntityType.options.find((name) => TYPE_NUMBER[name] === row?.type)
  if (!row || !type) throw new CommandProblem(`there is no entry ${id}`)
  const viewer = { ctx, actor: asOwner(row.userid, [row.team]), baseUrl: ctx.config.BASE_URL ?? '' }
  return at === undefined ? (await readRecord(viewer, type, id)).record : readRecordThen(viewer, type, id, at)
}

/** An actor with only the rights of an owner in these teams. */
export function asOwner(userid: number, teams: readonly number[]): Actor {
  return {
    ...{ userid, team: teams[0] ?? 0, teams },
    ...{ isAdmin: false, isSysadmin: false, canWrite: false, via: 'cli', address: '' },
  }
}
