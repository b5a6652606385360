import type { WithUnfinishedSteps } from '@aliquot/contract/steps'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { TYPE_NUMBER } from '../entities/entities.access.ts'
import * as repo from './steps.repo.ts'

/** The experiments and resources in which something is still to do, the newest first. */
export async function listUnfinished(
  ctx: Context,
  actor: Actor,
  query: { scope: boolean; limit: number },
): Promise<{ experiments: WithUnfinishedSteps[]; items: WithUnfinishedSteps[] }> {
  const { experiments, items } = TYPE_NUMBER
  return {
    experiments: await unfinishedOf(ctx, actor, experiments, query),
    items: await unfinishedOf(ctx, actor, items, query),
  }
}

async function unfinishedOf(
  { db: { read } }: Context,
  actor: Actor,
  type: number,
  { scope: isOfTeam, limit }: { scope: boolean; limit: number },
): Promise<WithUnfinishedSteps[]> {
  const list = isOfTeam ? repo.listUnfinishedOfTeam : repo.listOwnUnfinished
  const entries = await list(read, { ...whoOf(actor), type, limit })
  const ids = entries.flatMap(({ steps }) => idsIn(steps))
  const texts = new Map((await repo.listTexts(read, ids)).map(({ id, body }) => [id, body]))
  return entries.map(({ id, title, steps }) => ({
    id,
    title,
    steps: idsIn(steps).map((step): [string, string] => [String(step), texts.get(step) ?? '']),
  }))
}

function idsIn(joined: string): number[] {
  return joined.split(',').map(Number)
}
