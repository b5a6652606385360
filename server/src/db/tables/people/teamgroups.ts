import type { Generated } from 'kysely'
import { table, unlessFirst } from '../table.ts'

export interface TeamgroupsTable {
  id: Generated<number>
  team: number
  name: string
  version: Generated<number>
}

export const teamgroupsTable = table<TeamgroupsTable>()({
  name: 'teamgroups',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'teamgroup',
    id: 'id',
    values: (row) => [...[row.id, row.team, row.name], ...unlessFirst(row)],
  },
})

export interface TeamgroupMembersTable {
  teamgroup: number
  userid: number
}

export const teamgroupMembersTable = table<TeamgroupMembersTable>()({
  name: 'teamgroup_members',
  key: ['teamgroup', 'userid'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'teamgroup_member',
    id: 'teamgroup',
    part: { column: 'userid', name: 'with user' },
    values: (row) => [row.teamgroup, row.userid],
  },
  people: { userid: 'ended' },
})
