import type { Generated } from 'kysely'
import { table, unlessFirst } from '../table.ts'

export interface TagsTable {
  id: Generated<number>
  team: number
  tag: string
  /**
   * The folded tag, unique in the team. The key of a tag that is being removed starts with a bar, so that its name is
   * free.
   */
  tag_key: string
  version: Generated<number>
}

export const tagsTable = table<TagsTable>()({
  name: 'tags',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'tag',
    id: 'id',
    values: (row) => [...[row.id, row.team, row.tag, row.tag_key], ...unlessFirst(row)],
  },
})

export interface EntityTagsTable {
  entity_id: number
  tag_id: number
}

export const entityTagsTable = table<EntityTagsTable>()({
  name: 'entity_tags',
  key: ['entity_id', 'tag_id'],
  backup: 'kept',
  proof: { by: 'entry' },
})
