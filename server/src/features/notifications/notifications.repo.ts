import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { allowed, type Who } from '../../access/visibility.ts'
import type { Engine } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, NotificationRow } from '../../db/schema.ts'
import { CATEGORY } from './category.ts'

/** A person who can be notified: active in at least one team. */
export const findRecipient = prepared((db: Db, p: { userid: number }) =>
  db
    .selectFrom('users as u')
    .select('u.preferences')
    .where('u.userid', '=', p.userid)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships as m')
          .select('m.userid')
          .whereRef('m.userid', '=', 'u.userid')
          .where('m.is_archived', '=', 0),
      ),
    ),
)

/** The owner, and who has a pending request to the author, each if active in at least one team. */
export const listToldOfComment = prepared((db: Db, p: { entity: number; owner: number; author: number }) =>
  asQuery<{ userid: number; preferences: string }>(
    db,
    sql`select u.userid, u.preferences
      from (
        select cast(${p.owner} as integer) as userid
        union select requester_userid from request_actions
          where entity_id = ${p.entity} and target_userid = ${p.author} and state = 1
      ) as told
      join users as u on u.userid = told.userid
      where u.userid <> ${p.author}
        and exists (select 1 from memberships as m where m.userid = u.userid and m.is_archived = 0)
      order by u.userid`,
  ),
)

/** The active admins of a team, except the new person and who created the account. */
export const listAdmins = prepared((db: Db, p: { team: number; person: number; creator: number }) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.userid', 'm.userid')
    .select(['u.userid', 'u.preferences'])
    .where('m.team', '=', p.team)
    .where('m.is_admin', '=', sql.lit(1))
    .where('m.is_archived', '=', 0)
    .where('m.userid', 'not in', [p.person, p.creator]),
)

type NewRow = Omit<NotificationRow, 'id'>

export const insert = prepared((db: Db, p: NewRow) =>
  db.insertInto('notifications').values({
    userid: p.userid,
    category: p.category,
    entity_id: p.entity_id,
    comment_id: p.comment_id,
    step_id: p.step_id,
    request_id: p.request_id,
    from_userid: p.from_userid,
    is_ack: p.is_ack,
    created_at: p.created_at,
    visible_at: p.visible_at,
    team_id: p.team_id,
  }),
)

/** Databases limit the values of one statement. */
const MOST_AT_ONCE = 500

export async function insertAll(db: Db, rows: readonly NewRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += MOST_AT_ONCE) {
    await db
      .insertInto('notifications')
      .values(rows.slice(start, start + MOST_AT_ONCE))
      .execute()
  }
}

/** Deleting a comment removes its notifications. */
export const removeOfComment = prepared((db: Db, p: { comment: number }) =>
  db.deleteFrom('notifications').where('comment_id', '=', p.comment),
)

/** So does removing or finishing a step, or removing its deadline. */
export const removeOfStep = prepared((db: Db, p: { step: number }) =>
  db.deleteFrom('notifications').where('step_id', '=', p.step),
)

/** A new deadline moves the notification and makes it unread. */
export const moveDeadline = prepared((db: Db, p: { step: number; visible_at: string }) =>
  db.updateTable('notifications').set({ visible_at: p.visible_at, is_ack: 0 }).where('step_id', '=', p.step),
)

export const removeOfRequest = prepared((db: Db, p: { request: number }) =>
  db.deleteFrom('notifications').where('request_id', '=', p.request),
)

export const setSeenOfRequest = prepared((db: Db, p: { request: number }) =>
  db.updateTable('notifications').set({ is_ack: 1 }).where('request_id', '=', p.request),
)

/** Deleting an account removes the notifications of its creation. */
export const removeOfPerson = prepared((db: Db, p: { userid: number }) =>
  db.deleteFrom('notifications').where('from_userid', '=', p.userid).where('team_id', 'is not', null),
)

/** Nobody needs to validate the account any more. */
export const setSeenOfWaiting = prepared((db: Db, p: { userid: number }) =>
  db
    .updateTable('notifications')
    .set({ is_ack: 1 })
    .where('from_userid', '=', p.userid)
    .where('category', '=', CATEGORY.waitingPerson),
)

export const setSeen = prepared((db: Db, p: { id: number; userid: number; is_ack: number }) =>
  db.updateTable('notifications').set({ is_ack: p.is_ack }).where('id', '=', p.id).where('userid', '=', p.userid),
)

/** Returns those that changed. */
export const setAllSeen = prepared((db: Db, p: { userid: number; is_ack: number; now: string }) =>
  db
    .updateTable('notifications')
    .set({ is_ack: p.is_ack })
    .where('userid', '=', p.userid)
    .where('is_ack', '<>', p.is_ack)
    .where(isVisible(p))
    .returning('id'),
)

export const remove = prepared((db: Db, p: { id: number; userid: number }) =>
  db.deleteFrom('notifications').where('id', '=', p.id).where('userid', '=', p.userid).returning('id'),
)

export const removeAll = prepared((db: Db, p: { userid: number; now: string }) =>
  db.deleteFrom('notifications').where('userid', '=', p.userid).where(isVisible(p)).returning('id'),
)

/** Notifications of far deadlines are hidden, also from marking and removing all. */
function isVisible({ now }: { now: string }) {
  return sql<boolean>`(visible_at is null or visible_at <= ${now})`
}

/** A notification with the current state of its subject. */
export interface ToldRow extends NotificationRow {
  type: number | null
  title: string | null
  firstname: string
  lastname: string
  comment: string | null
  step: string | null
  deadline: string | null
  action: number | null
  team: string | null
}

/** Notifications for a time after `now` are hidden. */
type Reader = Who & { now: string }
type Page = Reader & { limit: number; offset: number }

/** A person's notifications about entries and people that they may see now, newest first. */
export const listAll = prepared((db: Db, p: Page, engine) => asQuery<ToldRow>(db, pageOf(sql``, p, engine)))

export const listUnseen = prepared((db: Db, p: Page, engine) => asQuery<ToldRow>(db, pageOf(UNSEEN, p, engine)))

export const find = prepared((db: Db, p: Reader & { id: number }, engine) =>
  asQuery<ToldRow>(db, sql`${TOLD} ${readable(sql`and n.id = ${p.id}`, p, engine)}`),
)

type Bounded = Reader & { most: number }

export const countAll = prepared((db: Db, p: Bounded, engine) => asQuery<Counted>(db, countOf(sql``, p, engine)))

export const countUnseen = prepared((db: Db, p: Bounded, engine) => asQuery<Counted>(db, countOf(UNSEEN, p, engine)))

interface Counted {
  total: number
}

/** A literal and not a parameter, because of the partial index. */
const UNSEEN = sql`and n.is_ack = 0`

/** The most characters of a comment or step: enough to tell what it is about. */
const EXCERPT = 200

const TOLD = sql`
  select n.id, n.userid, n.category, n.entity_id, n.comment_id, n.step_id, n.request_id, n.from_userid, n.is_ack,
    n.created_at, n.visible_at, n.team_id, entities.type, entities.title, u.firstname, u.lastname,
    substr(c.comment, 1, ${sql.lit(EXCERPT)}) as comment, substr(s.body, 1, ${sql.lit(EXCERPT)}) as step, s.deadline,
    r.action, t.name as team`

function pageOf(which: RawBuilder<unknown>, p: Page, engine: Engine): RawBuilder<unknown> {
  return sql`${TOLD} ${readable(which, p, engine)} order by n.id desc limit ${p.limit} offset ${p.offset}`
}

function countOf(which: RawBuilder<unknown>, p: Bounded, engine: Engine): RawBuilder<unknown> {
  return sql`select count(*) as total from (select 1 ${readable(which, p, engine)} limit ${p.most}) as counted`
}

function readable(which: RawBuilder<unknown>, p: Reader, engine: Engine): RawBuilder<unknown> {
  const entry = {
    id: sql.ref('entities.id'),
    team: sql.ref('entities.team'),
    userid: sql.ref('entities.userid'),
    base: sql.ref('entities.canread_base'),
  }
  return sql`
    from notifications as n
    left join entities on entities.id = n.entity_id
    join users as u on u.userid = n.from_userid
    left join comments as c on c.id = n.comment_id
    left join steps as s on s.id = n.step_id
    left join request_actions as r on r.id = n.request_id
    left join teams as t on t.id = n.team_id
    left join memberships as m on m.userid = n.from_userid and m.team = n.team_id
    where n.userid = ${p.userid} ${which} and (n.visible_at is null or n.visible_at <= ${p.now})
      and (${allowed(engine, p, entry, 'read')} or ${isNewInOwnTeam(p)})`
}

/** Admins see new people of the team in which they act, while these are in it. */
function isNewInOwnTeam(p: Reader): RawBuilder<unknown> {
  return sql`(m.userid is not null and n.team_id = ${p.adminTeam})`
}

function asQuery<R>(db: Db, query: RawBuilder<unknown>) {
  return { compile: () => query.compile(db) as CompiledQuery<R> }
}
