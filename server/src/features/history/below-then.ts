import type { Step } from '@aliquot/contract/steps'
import { whoOf } from '../../access/visibility.ts'
import type { StepRow } from '../../db/schema.ts'
import { MOST_STEPS, type Parts } from '../entities/entities.parts.ts'
import type { Viewer } from '../entities/entities.record.ts'
import { linksOf, relatedOf } from '../links/links.record.ts'
import { listKnown } from '../links/links.repo.ts'
import { toStep } from '../steps/steps.record.ts'
import * as repo from './history.repo.ts'
import type { Part } from './parts-then.ts'

/**
 * Steps and links as they were. The entries at the other ends of links are told as they are now, to who may read them
 * now: what they were called then is for their own past.
 */
export async function belowThen(
  { ctx, actor }: Viewer,
  id: number,
  isTemplate: boolean,
  parts: readonly Part[],
  at: string,
): Promise<Parts> {
  const { read } = ctx.db
  const known = (ids: readonly number[]) => listKnown(read, { ...whoOf(actor), ids: JSON.stringify(ids) })
  const targets = parts.filter(({ subject }) => subject === 'link').map((part) => part.id)
  const sources = isTemplate ? [] : await sourcesThen(ctx.db.read, id, at)
  const links = linksOf(targets.length > 0 ? await known(targets) : [])
  const related = relatedOf(sources.length > 0 ? await known(sources) : [])
  return {
    ...stepsThen(id, parts, ctx.config.TIMEZONE),
    experiments_links: links.experiments,
    items_links: links.items,
    related_experiments_links: related.experiments,
    related_items_links: related.items,
  }
}

function stepsThen(id: number, parts: readonly Part[], zone: string): Pick<Parts, 'steps' | 'next_step'> {
  const steps = parts
    .filter(({ subject }) => subject === 'step')
    // What the journal tells of a step are its columns.
    .map((part): Step => toStep({ ...(part.values as unknown as StepRow), id: part.id, entity_id: id }, zone))
    .sort((a, b) => (a.ordering ?? 0) - (b.ordering ?? 0) || a.id - b.id)
  return {
    steps: steps.slice(0, MOST_STEPS),
    next_step: steps.find(({ finished }) => finished === 0)?.body ?? null,
  }
}

/** The entries that pointed to this one. Each tells in its own chain. */
async function sourcesThen(db: Viewer['ctx']['db']['read'], id: number, at: string): Promise<number[]> {
  const last = new Map<number, string>()
  for (const { chain, verb } of await repo.listLinksTo(db, { id, at })) last.set(chain, verb)
  return [...last].filter(([, verb]) => verb === 'created').map(([chain]) => chain)
}
