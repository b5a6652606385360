import type { Entity } from '@aliquot/contract/entities'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { listSources, listTargets } from '../links/links.lookup.ts'
import { linksOf, relatedOf } from '../links/links.record.ts'
import * as steps from '../steps/steps.lookup.ts'
import { toStep } from '../steps/steps.record.ts'

/** The steps and links in an entry's record. */
export type Parts = Pick<
  Entity,
  | ('steps' | 'next_step')
  | ('experiments_links' | 'items_links')
  | ('related_experiments_links' | 'related_items_links')
>

/** A record has at most this many steps; their own list has all. */
export const MOST_STEPS = 1000

type Flags = Pick<EntityRow, 'id' | 'has_steps' | 'next_step_id' | 'has_links' | 'is_linked'>

/**
 * The steps and links of an entry, for a reader whose access was checked. Flags in the row save the queries for the
 * many entries without any.
 */
export async function partsOf(db: Db, actor: Actor, zone: string, row: Flags): Promise<Parts> {
  const links = row.has_links === 1 ? linksOf(await listTargets(db, { ...whoOf(actor), id: row.id })) : undefined
  const related = row.is_linked === 1 ? relatedOf(await listSources(db, { ...whoOf(actor), id: row.id })) : undefined
  return {
    ...(row.has_steps === 1 ? await stepsOf(db, zone, row) : NO_STEPS),
    experiments_links: links?.experiments ?? [],
    items_links: links?.items ?? [],
    related_experiments_links: related?.experiments ?? [],
    related_items_links: related?.items ?? [],
  }
}

/** Whether the entry has neither steps nor links: then there is nothing to query. */
export function hasNoParts(row: Flags): boolean {
  return row.has_steps === 0 && row.has_links === 0 && row.is_linked === 0
}

const NO_STEPS = { steps: [], next_step: null }

export const NO_PARTS: Parts = {
  ...NO_STEPS,
  experiments_links: [],
  items_links: [],
  related_experiments_links: [],
  related_items_links: [],
}

async function stepsOf(db: Db, zone: string, { id, next_step_id }: Flags): Promise<Pick<Parts, 'steps' | 'next_step'>> {
  const rows = await steps.listPage(db, { entity: id, limit: MOST_STEPS, offset: 0 })
  return {
    steps: rows.map((row) => toStep(row, zone)),
    next_step: next_step_id === null ? null : await textOf(db, next_step_id, rows),
  }
}

async function textOf(db: Db, id: number, known: readonly { id: number; body: string }[]): Promise<string | null> {
  const step = known.find((row) => row.id === id) ?? (await steps.find(db, { id }))[0]
  return step?.body ?? null
}
