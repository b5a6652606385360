import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EntityListRow } from '@aliquot/contract/entities'
import type { Context } from '../../context.ts'
import { inChunks } from '../../db/read-in-chunks.ts'
import type { Db } from '../../db/schema.ts'
import { streamSnapshot } from '../../db/snapshot.ts'
import type { Slots } from '../../lib/slots.ts'
import type { Stream } from '../../records/page.ts'
import { Written } from '../../records/written.ts'
import { findAmongFew } from './choose-plan.ts'
import * as repo from './entry-lists.repo.ts'
import { countAll, type ListRequest, type PageWindow } from './plan-unfiltered.ts'
import { type RowColumns, readRows } from './rows.ts'

/** The whole list up to `most` rows, in constant memory and in one snapshot. */
export async function streamList(
  ctx: Context,
  asked: ListRequest,
  look: RowColumns,
  most: number,
): Promise<Stream<Written<EntityListRow>>> {
  const hasFilters = asked.listing.filters.length > 0
  const few = hasFilters ? await findAmongFew(ctx.db.read, asked, { limit: 0, offset: 0 }) : undefined
  if (few) return { stream: rowsOf(ctx.db.read, [few.ids.slice(0, most)], look), total: few.total }
  const stream = streamSnapshot(ctx.db, (db) => firstOf(rowsOf(db, idsInOrder(db, asked), look), most))
  return hasFilters ? { stream } : { stream, ...(await countAll(ctx.db.read, asked)) }
}

/** The ids of the same list: a few megabytes for a million, without holding a database connection. */
export async function collectIds(ctx: Context, asked: ListRequest, most: number): Promise<readonly number[]> {
  const hasFilters = asked.listing.filters.length > 0
  const few = hasFilters ? await findAmongFew(ctx.db.read, asked, { limit: 0, offset: 0 }) : undefined
  if (few) return few.ids.slice(0, most)
  const found: number[] = []
  for await (const ids of streamSnapshot(ctx.db, (db) => idsInOrder(db, asked))) {
    found.push(...ids)
    if (found.length >= most) break
    await nextTurn()
  }
  return found.slice(0, most)
}

declare module '../../context.ts' {
  interface Context {
    /** Pages that hold a database connection while their ids are found. */
    farPages: Slots
  }
}

/** Leaves most connections to lists and exports that are sent row by row. */
export const MOST_FAR_PAGES = 2

/** A long page of an unfiltered list, or one far down. Others get their turn while its ids are found. */
export async function findInTurns(ctx: Context, asked: ListRequest, { limit, offset }: PageWindow): Promise<number[]> {
  const ids = await ctx.farPages.use(() => collectIds(ctx, asked, offset + limit))
  return ids.slice(offset)
}

async function* firstOf<T>(rows: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  let count = 0
  for await (const row of rows) {
    yield row
    if (++count >= most) return
  }
}

const IDS_AT_ONCE = 640

async function* idsInOrder(db: Db, { listing, hasPins }: ListRequest): AsyncGenerator<number[]> {
  const pinned = hasPins ? await repo.findPinned(db, listing) : []
  if (pinned.length > 0) yield pinned
  const others = repo.allIds(db, { ...listing, withoutPinned: pinned.length > 0 })
  for await (const rows of inChunks(db, others, IDS_AT_ONCE)) yield rows.map((row) => row.id)
}

const MOST_ROWS = 64
const MOST_CHARACTERS = 1_000_000

/** The rows of these entries, in batches that depend on the size of their texts. */
export async function* rowsOf(
  db: Db,
  lists: AsyncIterable<readonly number[]> | Iterable<readonly number[]>,
  look: RowColumns,
): AsyncGenerator<Written<EntityListRow>> {
  let size = 8
  for await (const ids of lists) {
    for (let at = 0; at < ids.length; ) {
      let weight = 1
      for (const one of await readRows(db, look, ids.slice(at, at + size))) {
        const row = one instanceof Written ? one : await one()
        if (!row) continue
        weight += row.length
        yield row
      }
      at += size
      size = Math.max(1, Math.min(Math.floor((MOST_CHARACTERS / weight) * size), size * 4, MOST_ROWS))
    }
  }
}
