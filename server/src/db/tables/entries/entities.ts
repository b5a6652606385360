import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** All four entity types; `type` is the type number of the API. */
export interface EntitiesTable {
  id: Generated<number>
  type: number
  team: number
  userid: number
  title: string
  /** The folded title, for sorting. */
  title_key: string
  date: string | null
  elabid: string | null
  custom_id: number | null
  rating: number
  state: number
  content_type: number
  hide_main_text: number
  category: number | null
  status: number | null
  canread_base: number
  canwrite_base: number
  /** JSON text as the API returns it; the same lists are rows of entity_grants. */
  canread: string
  canwrite: string
  canread_is_immutable: number
  canwrite_is_immutable: number
  locked: number
  lockedby: number | null
  locked_at: string | null
  timestamped: number
  timestampedby: number | null
  timestamped_at: string | null
  access_key: string | null
  created_from_type: number | null
  created_from_id: number | null
  created_at: string
  modified_at: string
  lastchangeby: number | null
  /** The time of the newest comment; derived, and not part of the entry's version. */
  recent_comment_at: string | null
  /** 1: it has steps. These five are derived from other rows, as is the time of the newest comment. */
  has_steps: Generated<number>
  /** Its first unfinished step. */
  next_step_id: number | null
  /** 1: it links to other entries. */
  has_links: Generated<number>
  /** 1: other entries link to it. */
  is_linked: Generated<number>
  /** 1: it has or had requests. */
  has_requests: Generated<number>
  /** Grows with each change of the entry itself; the first part of its ETag. */
  version: number
  /** SHA-256 of the body, hex; null without one. */
  body_hash: string | null
  metadata: string | null
  /** The number of its files in state 1; derived. */
  files: Generated<number>
}

export const entitiesTable = table<EntitiesTable>()({
  name: 'entities',
  key: ['id'],
  backup: 'kept',
  // Its seal covers its tags and settings too: see journal/seal-entity.ts.
  proof: { by: 'entry' },
  people: { userid: 'stays', lockedby: 'stays', timestampedby: 'stays', lastchangeby: 'stays' },
})
