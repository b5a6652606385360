import type { Actor } from '../../access/actor.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { Forbidden } from '../../errors.ts'
import type { EntityKind } from './entries.types.ts'

export type Creator = Awaited<ReturnType<typeof findCreator>>[number]

/** The person's preferences and the team's switches, if the person may make entries of this kind. */
export async function requireCreator(db: Db, actor: Actor, kind: EntityKind): Promise<Creator> {
  const [creator] = await findCreator(db, { userid: actor.userid, team: actor.team })
  if (!creator || (creator[kind.writeSwitch] === 0 && !actor.isAdmin)) {
    throw new Forbidden(`Only admins of this team may create ${kind.type}`)
  }
  return creator
}

const findCreator = prepared((db: Db, p: { userid: number; team: number }) =>
  db
    .selectFrom('users as u')
    .innerJoin('teams as t', (join) => join.on('t.id', '=', p.team))
    .selectAll('t')
    .select('u.preferences')
    .where('u.userid', '=', p.userid),
)
