import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** A personal to-do item. */
export interface TodoItemsTable {
  id: Generated<number>
  userid: number
  body: string
  ordering: number | null
  created_at: string
  version: Generated<number>
}

export const todoItemsTable = table<TodoItemsTable>()({
  name: 'todo_items',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'todo',
    id: 'id',
    values: (row) => [...[row.id, row.userid, row.body, row.ordering, row.created_at, row.version]],
  },
  people: { userid: 'removed' },
})
