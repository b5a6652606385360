import { type RawBuilder, sql } from 'kysely'
import type { Values } from '../../access/entry-filter.ts'
import { type Engine, inNumbers } from '../../db/dialect.ts'
import type { PlanMemory } from './plan-memory.ts'

/** The size of the blocks of ids in the index `entities_team_blocks`. */
export const BLOCK = 16_384

/** So many of the newest ids that whole blocks are left; at least as many as given. */
export function downToBlock(newest: number, ids: number): number {
  return newest - Math.floor(Math.max(0, newest - ids) / BLOCK) * BLOCK
}

/** The blocks that have ids below `first`, as a JSON list. */
export function blocksBelow(first: number, { blocks }: Pick<PlanMemory, 'blocks'>): string {
  const count = Math.ceil(first / BLOCK)
  const list = blocks.get(count) ?? JSON.stringify(Array.from({ length: count }, (_, block) => block))
  blocks.set(count, list)
  return list
}

/** The entries of a team in these blocks that were changed at a time or later. */
export function changedInBlocks(p: Values, engine: Engine): RawBuilder<unknown> {
  return sql`select id from entities where type = ${p.type} and team = ${p.team}
    and ${inNumbers(engine, sql`id / ${sql.lit(BLOCK)}`, p.beforeBlocks)}
    and modified_at >= ${p.beforeKey} and id not between ${p.first} and ${p.last}`
}
