import type { ExperimentLink, ItemLink, RelatedExperiment, RelatedItem } from '@aliquot/contract/links'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { kindOf } from '../entries/entries.types.ts'
import type { LinkedRow } from './links.repo.ts'

export interface Linked {
  experiments: RelatedExperiment[]
  items: RelatedItem[]
}

/** Linked entries by type. */
export function relatedOf(rows: readonly LinkedRow[]): Linked {
  return {
    experiments: ofType(rows, TYPE_NUMBER.experiments).map(toExperiment),
    items: ofType(rows, TYPE_NUMBER.items).map(toItem),
  }
}

/** The same with their permanent ids. */
export function linksOf(rows: readonly LinkedRow[]): { experiments: ExperimentLink[]; items: ItemLink[] } {
  return {
    experiments: ofType(rows, TYPE_NUMBER.experiments).map((row) => ({ ...toExperiment(row), elabid: row.elabid })),
    items: ofType(rows, TYPE_NUMBER.items).map((row) => ({ ...toItem(row), elabid: row.elabid })),
  }
}

function ofType(rows: readonly LinkedRow[], type: number): LinkedRow[] {
  return rows.filter((row) => row.type === type)
}

function toExperiment(row: LinkedRow): RelatedExperiment {
  return { ...toCommon(row, 'experiments'), type: 'experiments' }
}

function toItem(row: LinkedRow): RelatedItem {
  return {
    ...toCommon(row, 'items'),
    type: 'items',
    is_bookable: row.is_bookable === 1 ? 1 : 0,
  }
}

/** In the order of the contract, because records contain these as they are. */
function toCommon(row: LinkedRow, type: 'experiments' | 'items') {
  return {
    entityid: row.id,
    title: row.title,
    custom_id: row.custom_id,
    link_state: row.state,
    page: `${kindOf(type).page}.php`,
    category_id: row.category,
    category_title: row.category_title,
    category_color: row.category_color,
    status_id: row.status,
    status_title: row.status_title,
    status_color: row.status_color,
  }
}
