import { table } from '../table.ts'

export interface MembershipsTable {
  userid: number
  team: number
  is_admin: number
  is_owner: number
  is_archived: number
  created_at: string
}

export const membershipsTable = table<MembershipsTable>()({
  name: 'memberships',
  key: ['userid', 'team'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'membership',
    id: 'userid',
    part: { column: 'team', name: 'in team' },
    values: (row) => [row.userid, row.team, row.is_admin, row.is_owner, row.is_archived, row.created_at],
  },
  people: { userid: 'ended' },
})
