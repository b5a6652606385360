import type { Entity } from '@aliquot/contract/entities'
import type { Step } from '@aliquot/contract/steps'
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

type Links = Omit<Parts, 'steps' | 'next_step'>
type Flags = Pick<EntityRow, 'id' | 'has_links' | 'is_linked'>

/**
 * The links of an entry, for a reader whose access was checked. Flags in the row save the queries for the many entries
 * without any.
 */
export async function linksIn(db: Db, actor: Actor, row: Flags): Promise<Links> {
  const links = row.has_links === 1 ? linksOf(await listTargets(db, { ...whoOf(actor), id: row.id })) : undefined
  const related = row.is_linked === 1 ? relatedOf(await listSources(db, { ...whoOf(actor), id: row.id })) : undefined
  return {
    experiments_links: links?.experiments ?? [],
    items_links: links?.items ?? [],
    related_experiments_links: related?.experiments ?? [],
    related_items_links: related?.items ?? [],
  }
}

/** Whether the entry has no links: then there is nothing to query. */
export function hasNoLinks(row: Flags): boolean {
  return row.has_links === 0 && row.is_linked === 0
}

export const NO_LINKS: Links = {
  experiments_links: [],
  items_links: [],
  related_experiments_links: [],
  related_items_links: [],
}

/** The steps in an entry's record, in pages. */
export async function* stepPages(
  db: Db,
  zone: string,
  { id, has_steps }: Pick<EntityRow, 'id' | 'has_steps'>,
): AsyncGenerator<Step[]> {
  if (has_steps === 0) return
  for await (const rows of steps.listInPages(db, id, MOST_STEPS)) yield rows.map((row) => toStep(row, zone))
}
