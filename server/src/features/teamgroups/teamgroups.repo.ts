import { sql } from 'kysely'
import { GRANT_KIND } from '../../access/visibility.ts'
import { anyOf, engineOf, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, TeamgroupMemberRow, TeamgroupRow } from '../../db/schema.ts'

export const listOf = prepared((db: Db, p: { team: number }) =>
  db.selectFrom('teamgroups').selectAll().where('team', '=', p.team).orderBy('id'),
)

/** The members of several groups, sorted by name. */
export function listMembers(db: Db, groups: readonly number[]) {
  return db
    .selectFrom('teamgroup_members as m')
    .innerJoin('users as u', 'u.userid', 'm.userid')
    .select(['m.teamgroup', 'm.userid', 'u.firstname', 'u.lastname'])
    .where((eb) => anyOf(engineOf(db), eb.ref('m.teamgroup'), groups))
    .where('u.state', '=', 1)
    .orderBy('u.lastname')
    .orderBy('u.firstname')
    .orderBy('u.userid')
    .execute()
}

export const find = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('teamgroups').selectAll().where('id', '=', p.id),
)

/** The group, locked until the end of the transaction. */
export const hold = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('teamgroups').selectAll().where('id', '=', p.id)),
)

export function insert(db: Db, group: Pick<TeamgroupRow, 'team' | 'name'>): Promise<TeamgroupRow> {
  return db.insertInto('teamgroups').values(group).returningAll().executeTakeFirstOrThrow()
}

export function rename(db: Db, group: TeamgroupRow, name: string): Promise<TeamgroupRow> {
  return db
    .updateTable('teamgroups')
    .set({ name, version: group.version + 1 })
    .where('id', '=', group.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('teamgroups').where('id', '=', id).execute()
}

export async function insertMember(db: Db, member: TeamgroupMemberRow): Promise<boolean> {
  const added = await db
    .insertInto('teamgroup_members')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userid')
    .execute()
  return added.length > 0
}

export async function removeMember(db: Db, { teamgroup, userid }: TeamgroupMemberRow): Promise<boolean> {
  const removed = await db
    .deleteFrom('teamgroup_members')
    .where('teamgroup', '=', teamgroup)
    .where('userid', '=', userid)
    .returning('userid')
    .execute()
  return removed.length > 0
}

export function removeMembers(db: Db, teamgroup: number): Promise<TeamgroupMemberRow[]> {
  return db.deleteFrom('teamgroup_members').where('teamgroup', '=', teamgroup).returningAll().execute()
}

/** Entries that grant the group read, write or booking access, in order of id. */
export const listEntries = prepared((db: Db, p: { group: number; after: number; most: number }) => {
  const named = (access: number) => sql`
    select entity_id from (
      select entity_id from entity_grants
      where kind = ${sql.lit(GRANT_KIND.teamgroups)} and grantee = ${p.group} and access = ${sql.lit(access)}
        and entity_id > ${p.after}
      order by entity_id limit ${p.most}
    ) as ${sql.ref(`named${access}`)}`
  return {
    compile: () =>
      sql<{
        entity_id: number
      }>`${named(1)} union ${named(2)} union ${named(3)} order by entity_id limit ${p.most}`.compile(db),
  }
})
