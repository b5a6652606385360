import { hash } from 'node:crypto'
import type { EntityRow } from '../db/schema.ts'
import type { SealedTable } from '../db/tables/table.ts'

/** The hash of a row: see `SealProof`. */
export function sealOf<Row>(table: SealedTable<Row>, row: NoInfer<Row>): string {
  return hashOf(table.proof.values(row))
}

/** The seal of an entry covers its tags and settings. */
export const sealEntity = (
  row: EntityRow,
  tagIds: readonly number[],
  /**
   * The settings of its type that differ from the defaults. An entry without any keeps the seal from before there were
   * settings.
   */
  settings: readonly [string, unknown][] = [],
): string =>
  hashOf([
    row.id,
    row.type,
    row.team,
    row.userid,
    row.title,
    row.date,
    row.elabid,
    row.custom_id,
    row.rating,
    row.state,
    row.content_type,
    row.hide_main_text,
    row.category,
    row.status,
    row.canread_base,
    row.canwrite_base,
    row.canread,
    row.canwrite,
    row.canread_is_immutable,
    row.canwrite_is_immutable,
    row.locked,
    row.lockedby,
    row.locked_at,
    row.timestamped,
    row.timestampedby,
    row.timestamped_at,
    row.access_key,
    row.created_from_type,
    row.created_from_id,
    row.created_at,
    row.modified_at,
    row.lastchangeby,
    row.version,
    row.body_hash,
    row.metadata,
    // Sorted, because tags are a set: the order in which they were read must not matter.
    [...tagIds].sort((a, b) => a - b),
    ...(settings.length > 0 ? [settings] : []),
  ])

function hashOf(values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values))
}
