import { table } from '../table.ts'

export interface FavtagsTable {
  userid: number
  tag_id: number
}

export const favtagsTable = table<FavtagsTable>()({
  name: 'favtags',
  key: ['userid', 'tag_id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'favtag',
    id: 'userid',
    part: { column: 'tag_id', name: 'with tag' },
    values: (row) => [row.userid, row.tag_id],
  },
  people: { userid: 'removed' },
})
