import type { ReplyOf } from '@aliquot/contract/endpoint'
import { MOST_UNFINISHED_COUNTED, type unfinishedSteps, type WithUnfinishedSteps } from '@aliquot/contract/steps'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import * as repo from './steps.repo.ts'

interface Asked {
  scope: boolean
  limit: number
  offset: number
}

/** The experiments and resources with unfinished steps, newest first. */
export async function listUnfinished(
  ctx: Context,
  actor: Actor,
  asked: Asked,
): Promise<ReplyOf<typeof unfinishedSteps.read>> {
  const experiments = await unfinishedOf(ctx, actor, TYPE_NUMBER.experiments, asked)
  const items = await unfinishedOf(ctx, actor, TYPE_NUMBER.items, asked)
  return {
    experiments: experiments.rows,
    items: items.rows,
    experiments_total: experiments.total,
    items_total: items.total,
  }
}

async function unfinishedOf(
  { db: { read } }: Context,
  actor: Actor,
  type: number,
  { scope: isOfTeam, limit, offset }: Asked,
): Promise<{ rows: WithUnfinishedSteps[]; total: number }> {
  const list = isOfTeam ? repo.listUnfinishedOfTeam : repo.listOwnUnfinished
  const entries = await list(read, { ...whoOf(actor), type, limit, offset })
  const ids = entries.flatMap(({ steps }) => idsIn(steps))
  const texts = new Map((await repo.listTexts(read, ids)).map(({ id, body }) => [id, body]))
  const rows = entries.map(({ id, title, steps }) => ({
    id,
    title,
    steps: idsIn(steps).map((step): [string, string] => [String(step), texts.get(step) ?? '']),
  }))
  // The last page gives the total; otherwise it is counted.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  if (isLast) return { rows, total: Math.min(offset + rows.length, MOST_UNFINISHED_COUNTED) }
  const count = isOfTeam ? repo.countUnfinishedOfTeam : repo.countOwnUnfinished
  const [counted] = await count(read, { ...whoOf(actor), type, most: MOST_UNFINISHED_COUNTED })
  return { rows, total: Number(counted?.total ?? 0) }
}

function idsIn(joined: string): number[] {
  return joined.split(',').map(Number)
}
