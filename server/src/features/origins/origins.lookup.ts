import type { Origin } from '@aliquot/contract/origins'

/** The columns of an origin that is joined as `o`, and of its importer, joined as `i`. */
export const ORIGIN = [
  'o.name as origin_name',
  'o.email as origin_email',
  'o.orcid as origin_orcid',
  'o.created_at as origin_created_at',
  'o.modified_at as origin_modified_at',
  'o.userid as origin_userid',
  'i.firstname as origin_firstname',
  'i.lastname as origin_lastname',
] as const

/** What the source of an import said, and who imported it; null if it was not imported. */
export interface OriginColumns {
  origin_name: string | null
  origin_email: string | null
  origin_orcid: string | null
  origin_created_at: string | null
  origin_modified_at: string | null
  origin_userid: number | null
  origin_firstname: string | null
  origin_lastname: string | null
}

/** The `comment_id` of the origin of a file. */
export const OF_FILE = -1

/** A record with its origin, if it has one. */
export function withOrigin<Shape extends object>(
  record: Shape,
  row: Partial<OriginColumns>,
): Shape & { origin?: Origin } {
  const userid = row.origin_userid ?? null
  return userid === null ? record : { ...record, origin: originOf(row, userid) }
}

function originOf(row: Partial<OriginColumns>, userid: number): Origin {
  return {
    name: row.origin_name ?? null,
    email: row.origin_email ?? null,
    orcid: row.origin_orcid ?? null,
    created_at: row.origin_created_at ?? null,
    modified_at: row.origin_modified_at ?? null,
    userid,
    fullname: `${row.origin_firstname} ${row.origin_lastname}`,
  }
}
