import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { configOf } from '../../instance-config/current.ts'
import { endOfSession, sessionMinutesOf } from '../../instance-config/session-lifetime.ts'
import { today } from '../../lib/dates.ts'

/** Those of many actors whose key or session is still good, for the team in which they act. Read together. */
export async function listStanding(ctx: Context, actors: readonly Actor[]): Promise<ReadonlySet<Actor>> {
  const { read } = ctx.db
  const now = ctx.now()
  const day = today(now, ctx.config.TIMEZONE)
  const [ofSession, ofKey] = [actors.filter(({ session }) => session), actors.filter(({ session }) => !session)]
  const keys = ofKey.length > 0 ? await listKeys(read, { ids: idsOf(ofKey), day }) : []
  const sessions = ofSession.length > 0 ? await listOpenSessions(ctx, idsOf(ofSession), day, now) : []
  const good = new Set([...keys.map(nameOf('apikey')), ...sessions.map(nameOf('session'))])
  const isOver = ({ session }: Actor) => session !== undefined && session.lastEnd <= now
  return new Set(actors.filter((actor) => good.has(`${actor.via} ${actor.team}`) && !isOver(actor)))
}

async function listOpenSessions(ctx: Context, ids: string, day: string, now: string) {
  // Sysadmins may have shortened it since the session was last used.
  const minutes = sessionMinutesOf(ctx, await configOf(ctx))
  return listSessions(ctx.db.read, { ids, day, now, seenAfter: endOfSession(now, -minutes) })
}

function idsOf(actors: readonly Actor[]): string {
  return JSON.stringify([...new Set(actors.map(({ via }) => Number(via.split(':')[1])))])
}

function nameOf(kind: 'apikey' | 'session') {
  return ({ id, team }: { id: number; team: number }) => `${kind}:${id} ${team}`
}

const listKeys = prepared((db: Db, p: { ids: string; day: string }, engine) =>
  standing(db, 'apikeys', p.day).where(inNumbers(engine, sql.ref('c.id'), p.ids)),
)

/** As `actorOfSession` decides. */
const listSessions = prepared((db: Db, p: { ids: string; day: string; now: string; seenAfter: string }, engine) =>
  standing(db, 'sessions', p.day)
    .where(inNumbers(engine, sql.ref('c.id'), p.ids))
    .where(sql<string>`c.expires_at`, '>', p.now)
    .where(sql<string>`c.last_seen_at`, '>', p.seenAfter),
)

/** As `toActor` decides. */
function standing(db: Db, table: 'apikeys' | 'sessions', day: string) {
  return db
    .selectFrom(`${table} as c` as 'apikeys as c')
    .innerJoin('users as u', 'u.userid', 'c.userid')
    .innerJoin('memberships as m', (join) => join.onRef('m.userid', '=', 'c.userid').onRef('m.team', '=', 'c.team'))
    .select(['c.id', 'c.team'])
    .where('u.validated', '=', 1)
    .where('m.is_archived', '=', 0)
    .where((eb) => eb.or([eb('u.valid_until', 'is', null), eb('u.valid_until', '>=', day)]))
}
