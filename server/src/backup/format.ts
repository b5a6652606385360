import type { Engine } from '../db/dialect.ts'
import { TABLES } from '../db/tables/all.ts'
import { SEARCH_INDEXES } from '../db/tables/derived/search-indexes.ts'

/**
 * A backup is a tar archive, compressed with Zstandard. The first member names the format. Then come the tables as JSON
 * lines in pieces, the stored files, and last a manifest with the hash of each member: a truncated archive has none.
 * Nothing in it depends on the engine.
 */
export const FORMAT = 1
export const FIRST_MEMBER = 'aliquot-backup.json'
export const MANIFEST = 'manifest.json'

type Described = (typeof TABLES)[number]
type Kept = Extract<Described, { backup: 'kept' }>
export type BackedUpTable = Kept['name']

/** Tables in an order that satisfies foreign keys, with their primary keys. */
export const BACKED_UP: ReadonlyMap<BackedUpTable, readonly string[]> = new Map(
  TABLES.filter((table): table is Kept => table.backup === 'kept').map(({ name, key }) => [name, key]),
)

/** Derived tables, which a restore rebuilds. */
export const REBUILT: readonly string[] = [
  ...TABLES.filter(({ backup }) => backup === 'rebuilt').map(({ name }) => name),
  ...SEARCH_INDEXES,
]

export interface Member {
  name: string
  size: number
  sha256: string
}

export interface Manifest {
  format: number
  /** The version of Aliquot that made the backup. */
  aliquot: string
  engine: Engine
  created_at: string
  migrations: string[]
  /** The number of rows of each table. */
  rows: Record<string, number>
  /** The last id of each table, so that ids of deleted rows are not given again. */
  lastIds: Record<string, number>
  members: Member[]
}

export function tableMember(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, '0')}.ndjson`
}

/** The table whose rows a member holds; undefined for other members. */
export function tableOf(member: string): BackedUpTable | undefined {
  const name = /^tables\/([a-z_]+)\/\d{6}\.ndjson$/.exec(member)?.[1]
  return BACKED_UP.has(name as BackedUpTable) ? (name as BackedUpTable) : undefined
}

/** The hash under which a member is stored as the content of a file; undefined for other members. */
export function contentHashOf(member: string): string | undefined {
  return /^files\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/.exec(member)?.[2]
}
