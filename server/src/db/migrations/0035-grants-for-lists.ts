import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/**
 * What lists need of the entries that are shared by name, beside the grants: an index of these alone tells which of
 * them a list shows only because of a grant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = columnTypes(engineOf(db))
  const columns = ['type', 'team', 'userid', 'state', 'canread_base']
  const added = columns.map((column) => `alter table entity_grants add column ${column} ${int} not null default 0`)
  const statements = [
    ...added,
    `update entity_grants set ${columns.map((column) => `${column} = e.${column}`).join()}
      from entities as e where e.id = entity_grants.entity_id`,
    `create index entity_grants_lists on entity_grants
      (kind, grantee, access, type, state, team, canread_base, userid, entity_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
