import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** The journal. Rows are only ever added. */
export interface EventsTable {
  id: Generated<number>
  /** The entry whose chain this belongs to; 0 for what belongs to no entry. */
  chain: number
  /** 1, 2, 3, … within the chain. */
  position: number
  at: string
  /** Who; null for the system itself. */
  userid: number | null
  /** With what: `apikey:7`, `session:3`, `cli`, `system`. */
  via: string
  address: string
  subject: string
  subject_id: number
  verb: string
  /** Names of the changed fields, `title,date`: readable without the values, which may be large. */
  fields: string
  /** 1: goes on with what the event before it began (the next save of the same text), and readings may skip it. */
  continues: number
  /** JSON of the changed fields, see journal/changes.ts. */
  changes: string
  reason: string | null
  /** Hash of the subject's row after the change; null when the subject is gone. */
  seal: string | null
  prev_hash: string
  hash: string
}

export const eventsTable = table<EventsTable>()({
  name: 'events',
  key: ['id'],
  backup: 'kept',
  proof: { by: 'chain' },
})
