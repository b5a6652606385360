import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** Files whose entries are brought in. */
export interface ImportsTable {
  id: Generated<number>
  /** Who imports. */
  userid: number
  team: number
  /** Who owns what comes in. */
  owner: number
  /** Name of the file. */
  name: string
  /** Ending of the name. */
  format: string
  bytes: number
  /** JSON of what was asked for. */
  options: string
  /** `preview`, `import` or `undo`. */
  phase: string
  /** See IMPORT_STATES. */
  state: string
  /** The file in the folder of imports; null: it is gone. */
  archive: string | null
  total: number | null
  done: Generated<number>
  made: Generated<number>
  skipped: Generated<number>
  refused: Generated<number>
  removed: Generated<number>
  kept: Generated<number>
  warnings: Generated<number>
  /** JSON of what it found when it looked ahead. */
  preview: string | null
  /** JSON of why it failed. */
  error: string | null
  /** The credential and the address of the request. */
  via: string
  address: string
  /** The process whose request waits for the end; null: it is a job. */
  process: string | null
  /** JSON of who undoes it: an account, its credential and address. */
  undone_by: string | null
  created_at: string
  modified_at: string
  expires_at: string | null
}

const PROGRESS = 'the progress; each entry that it makes is an event'

export const importsTable = table<ImportsTable>()({
  name: 'imports',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'import',
    id: 'id',
    values: (row) => [
      ...[row.id, row.userid, row.team, row.owner, row.name, row.format, row.bytes, row.via, row.address],
      row.created_at,
    ],
  },
  unguarded: {
    options: 'duplicates may be chosen anew until it is done',
    phase: PROGRESS,
    state: PROGRESS,
    archive: PROGRESS,
    total: PROGRESS,
    done: PROGRESS,
    made: PROGRESS,
    skipped: PROGRESS,
    refused: PROGRESS,
    removed: PROGRESS,
    kept: PROGRESS,
    warnings: PROGRESS,
    preview: PROGRESS,
    error: PROGRESS,
    process: PROGRESS,
    undone_by: PROGRESS,
    modified_at: PROGRESS,
    expires_at: PROGRESS,
  },
  people: { userid: 'stays', owner: 'stays' },
})

/** What became of each entry of a source. An entry that has a row is never made again by this import. */
export interface ImportEntriesTable {
  import_id: number
  /** Its place in the source, from 1. */
  number: number
  /** SHA-256 of its key in the source. */
  key_hash: string
  /** See IMPORT_OUTCOMES. */
  outcome: string
  title: string
  /** Number of the type of the entry. */
  type: number | null
  entity_id: number | null
  /** The team of the import, for the index of contents. */
  team: number
  /** SHA-256 of what the source said; null if it did not come in. */
  content_hash: string | null
  /** 0: its links and addresses wait for the other entries. */
  is_linked: number
  /** JSON: the keys to which it links, and of what it was made from. */
  links: string | null
  /** JSON: the values of fields that point to other entries. */
  fields: string | null
  /** JSON of the notes; null: none. */
  notes: string | null
}

export const importEntriesTable = table<ImportEntriesTable>()({
  name: 'import_entries',
  key: ['import_id', 'number'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it only says what an import made, and the entries are proven themselves' },
})

/** The addresses that texts of the source use for its entries, until the import is done. */
export interface ImportAddressesTable {
  import_id: number
  /** SHA-256, because addresses may be long. */
  address_hash: string
  entity_id: number
  type: number
}

export const importAddressesTable = table<ImportAddressesTable>()({
  name: 'import_addresses',
  key: ['import_id', 'address_hash'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'an import that is done has none' },
})
