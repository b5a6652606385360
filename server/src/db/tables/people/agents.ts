import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** The agents that bring files of instruments, with their last report. */
export interface AgentsTable {
  id: Generated<number>
  /** The owner of its key. */
  userid: number
  team: number
  /** Unique among those of a person in a team. */
  name: string
  host: string
  version: string
  /** The key that it used last; it may be gone. */
  apikey: number | null
  /** The next report is due within this time. */
  interval_seconds: number
  waiting: number
  errors: number
  last_error: string
  created_at: string
  last_seen_at: string
  /** When people were told that it is silent; null: it was not, or reported since. */
  told_silent_at: string | null
  /** 1: its last report said that no other one follows. */
  has_ended: Generated<number>
}

const REPORTED = 'changes with every report of the agent'

export const agentsTable = table<AgentsTable>()({
  name: 'agents',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'agent',
    id: 'id',
    values: (row) => [...[row.id, row.userid, row.team, row.name, row.created_at]],
  },
  unguarded: {
    host: REPORTED,
    version: REPORTED,
    apikey: REPORTED,
    interval_seconds: REPORTED,
    waiting: REPORTED,
    errors: REPORTED,
    last_error: REPORTED,
    last_seen_at: REPORTED,
    told_silent_at: REPORTED,
    has_ended: REPORTED,
  },
  people: { userid: 'removed' },
})
