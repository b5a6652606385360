import type { Engine } from '../db/dialect.ts'
import type { Schema } from '../db/schema.ts'

/**
 * A backup is a tar archive, compressed with Zstandard. First a member that tells the format, then the tables as lines
 * of JSON in pieces, then the stored files, and last a manifest with the hash of each member: an archive that was cut
 * off has none. Nothing in it depends on the engine.
 */
export const FORMAT = 1
export const FIRST_MEMBER = 'aliquot-backup.json'
export const MANIFEST = 'manifest.json'

/** Tables in an order in which they can be filled, with the columns that tell their rows apart. */
export const BACKED_UP = {
  settings: ['name'],
  config: ['id'],
  users: ['userid'],
  teams: ['id'],
  memberships: ['userid', 'team'],
  teamgroups: ['id'],
  teamgroup_members: ['teamgroup', 'userid'],
  apikeys: ['id'],
  sessions: ['id'],
  labels: ['id'],
  views: ['id'],
  entities: ['id'],
  bodies: ['entity_id'],
  resource_settings: ['entity_id'],
  template_settings: ['entity_id'],
  entity_grants: ['entity_id', 'access', 'kind', 'grantee'],
  tags: ['id'],
  entity_tags: ['entity_id', 'tag_id'],
  favtags: ['userid', 'tag_id'],
  pins: ['userid', 'entity_id'],
  comments: ['id'],
  steps: ['id'],
  entity_links: ['entity_id', 'target_id'],
  request_actions: ['id'],
  todo_items: ['id'],
  uploads: ['id'],
  notifications: ['id'],
  events: ['id'],
  chains: ['chain'],
  checkpoints: ['id'],
  idempotency: ['key_hash'],
  sweeps: ['id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>

export type BackedUpTable = keyof typeof BACKED_UP

/** What follows from the other tables and is made anew by a restore. */
export const REBUILT = [
  ...(['entity_counts', 'tag_counts', 'field_counts', 'entity_fields', 'entity_texts'] as const),
  ...(['daily_counts', 'people_search', 'upload_totals'] as const),
  ...(['entity_search', 'entity_search_grams', 'entity_search_comments', 'entity_search_files'] as const),
  // What is made of files is made again in the background.
  ...(['previews', 'jobs'] as const),
]

export interface Member {
  name: string
  size: number
  sha256: string
}

export interface Manifest {
  format: number
  /** Version of the program that made the backup. */
  aliquot: string
  engine: Engine
  created_at: string
  migrations: string[]
  /** Rows of each table. */
  rows: Record<string, number>
  /** The last id each table has given out: those of deleted rows are not given again. */
  lastIds: Record<string, number>
  members: Member[]
}

export function tableMember(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, '0')}.ndjson`
}

/** The table whose rows a member holds; undefined for other members. */
export function tableOf(member: string): BackedUpTable | undefined {
  const name = /^tables\/([a-z_]+)\/\d{6}\.ndjson$/.exec(member)?.[1]
  return name !== undefined && Object.hasOwn(BACKED_UP, name) ? (name as BackedUpTable) : undefined
}

/** The hash under which a member is stored as the content of a file; undefined for other members. */
export function contentHashOf(member: string): string | undefined {
  return /^files\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/.exec(member)?.[2]
}
