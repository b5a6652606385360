import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** The servers from which a notebook moved in. */
export interface MoveSourcesTable {
  id: Generated<number>
  /** Where its API is, without `/api/v2`. */
  address: string
  /** Who answers for it here. */
  userid: number
  /** The process that moves in now; null: none. */
  process: string | null
  /** `new`, `running`, `done`, `failed` or `stopped`, and how far it is. */
  state: Generated<string>
  /** 1: the last run wrote nothing. */
  is_dry: Generated<number>
  phase: string | null
  done: Generated<number>
  total: number | null
  /** JSON of why it failed. */
  error: string | null
  /** JSON of the report of the last run. */
  report: string | null
  created_at: string
  /** When the run last was at work. */
  modified_at: string
}

export const moveSourcesTable = table<MoveSourcesTable>()({
  name: 'move_sources',
  key: ['id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it only remembers runs, and all that they make has events of its own' },
  people: { userid: 'stays' },
})

/** What a record of another server has become here. */
export interface MovedTable {
  source_id: number
  /** See MOVED_KIND. */
  kind: number
  their_id: number
  /** An entry has one before it comes, so that texts can point to it. */
  our_id: number | null
  /** 0 it waits, 1 it is here, 2 it could not come, 3 both sides have changed it. */
  state: number
  /** The key, from 1, that can read it. */
  seen_by: number
  /** SHA-256 of its row in their list; null: read it again. */
  listed: string | null
  /** SHA-256 of what they said of it. */
  brought: string | null
  /** The length of the chain of the entry after it was brought: more events mean that somebody changed it here. */
  position: number | null
  /** 0: it links to entries that were not here yet. */
  is_linked: number
  /** JSON: the ids of its comments and files, and its links. */
  parts: string | null
  title: string | null
  /** JSON of what could not come with it; null: nothing. */
  notes: string | null
}

export const movedTable = table<MovedTable>()({
  name: 'moved',
  key: ['source_id', 'kind', 'their_id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it only says what became of records elsewhere, and ours are proven themselves' },
})
