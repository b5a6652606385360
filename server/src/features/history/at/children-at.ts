import type { Step } from '@aliquot/contract/steps'
import { whoOf } from '../../../access/visibility.ts'
import type { StepRow } from '../../../db/schema.ts'
import type { Viewer } from '../../entries/entries.record.ts'
import { MOST_STEPS, type Parts } from '../../entries/entries.steps-and-links.ts'
import { MOST_LOOKED_AT, MOST_TOLD } from '../../links/links.lookup.ts'
import { linksOf, relatedOf } from '../../links/links.record.ts'
import { toStep } from '../../steps/steps.record.ts'
import * as repo from '../history.repo.ts'
import type { Part } from './child-rows-at.ts'
import { endsThen } from './links-at.ts'
import type { NamesThen } from './names-at.ts'

/** Steps and links at a moment. Linked entries are shown only if the reader may read them now. */
export async function belowThen(
  { ctx, actor }: Viewer,
  id: number,
  isTemplate: boolean,
  parts: readonly Part[],
  at: string,
  names: NamesThen,
): Promise<Parts> {
  const look = { db: ctx.db.read, who: whoOf(actor), at, names }
  const targets = parts.filter(({ subject }) => subject === 'link').map((part) => part.id)
  const sources = isTemplate ? [] : await sourcesThen(look.db, id, at)
  const links = linksOf(await endsThen(look, targets))
  const related = relatedOf(await endsThen(look, sources.slice(-MOST_LOOKED_AT), MOST_TOLD))
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
    // The journal records all columns of a step.
    .map((part): Step => toStep({ ...(part.values as unknown as StepRow), id: part.id, entity_id: id }, zone))
    .sort((a, b) => (a.ordering ?? 0) - (b.ordering ?? 0) || a.id - b.id)
  return {
    steps: steps.slice(0, MOST_STEPS),
    next_step: steps.find(({ finished }) => finished === 0)?.body ?? null,
  }
}

/** The entries that linked to this one, oldest first. Each records its links in its own chain. */
async function sourcesThen(db: Viewer['ctx']['db']['read'], id: number, at: string): Promise<number[]> {
  const last = new Map<number, string>()
  for (const { chain, verb } of await repo.listLinksTo(db, { id, at })) last.set(chain, verb)
  return [...last].filter(([, verb]) => verb === 'created').map(([chain]) => chain)
}
