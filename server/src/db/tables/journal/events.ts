import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** The journal. Rows are only ever added. */
export interface EventsTable {
  id: Generated<number>
  /** The entry of this chain; 0 for the instance's chain. */
  chain: number
  /** 1, 2, 3, … within the chain. */
  position: number
  at: string
  /** The person; null for the system itself. */
  userid: number | null
  /** The credential: `apikey:7`, `session:3`, `cli`, `system`. */
  via: string
  address: string
  subject: string
  subject_id: number
  verb: string
  /** The names of the changed fields, `title,date`: readable without the values, which may be large. */
  fields: string
  /** 1: continues the previous event (the next save of the same text), and readers may skip it. */
  continues: number
  /** JSON of the changed fields, see journal/changes.ts. */
  changes: string
  reason: string | null
  /** The hash of the subject's row after the change; null if the subject is gone. */
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
