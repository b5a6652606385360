import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { allowed, type Who } from '../../access/visibility.ts'
import { type Engine, engineOf, inNumbers, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, NotificationRow } from '../../db/schema.ts'
import { CATEGORY } from './category.ts'

/** Somebody to notify. */
export interface Recipient {
  userid: number
  preferences: string
}

/** A person who can be notified: active in at least one team. */
export const findRecipient = prepared((db: Db, p: { userid: number }) =>
  activePeople(db).where('u.userid', '=', p.userid),
)

/** The same of several, a JSON list of ids. */
export const listRecipients = prepared((db: Db, p: { userids: string }, engine) =>
  activePeople(db)
    .where(inNumbers(engine, sql.ref('u.userid'), p.userids))
    .orderBy('u.userid'),
)

const activePeople = (db: Db) =>
  db
    .selectFrom('users as u')
    .select(['u.userid', 'u.preferences'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships as m')
          .select('m.userid')
          .whereRef('m.userid', '=', 'u.userid')
          .where('m.is_archived', '=', 0),
      ),
    )

/** Those of some people who have not seen that the author mentioned them in an entry since a time, and where. */
export const listLatelyMentioned = prepared((db: Db, p: { userids: string; entity: number; since: string }, engine) =>
  db
    .selectFrom('notifications')
    .select(['userid', 'comment_id', 'from_userid'])
    .where(inNumbers(engine, sql.ref('userid'), p.userids))
    .where('is_ack', '=', sql.lit(0))
    .where('category', '=', sql.lit(CATEGORY.mention))
    .where('entity_id', '=', p.entity)
    .where('created_at', '>', p.since),
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

export type NewRow = Omit<NotificationRow, 'id' | 'digest_at' | 'mail_attempts' | 'mail_error' | 'email_sent_at'>

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
    send_email: p.send_email,
    mail_at: p.mail_at,
    details: p.details,
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

/** A notification that still grows: unread, or its e-mail is not sent yet. */
export type GrowingRow = Pick<NotificationRow, 'id' | 'userid' | 'is_ack' | 'details' | 'mail_at' | 'email_sent_at'>

/** Those of an entry, locked: whoever reads one meanwhile gets another. Literals, because of the partial index. */
export const listGrowing = prepared((db: Db, p: { entity: number; people: string }, engine) =>
  lockRow(
    engine,
    db
      .selectFrom('notifications')
      .select(['id', 'userid', 'is_ack', 'details', 'mail_at', 'email_sent_at'])
      .where('entity_id', '=', p.entity)
      .where('category', '=', sql.lit(CATEGORY.followed))
      .where(sql<boolean>`(is_ack = 0 or mail_at is not null)`)
      .where((eb) => inNumbers(engine, eb.ref('userid'), p.people))
      .orderBy('id'),
  ),
)

export interface Grown
  extends Pick<NotificationRow, 'id' | 'details' | 'from_userid' | 'created_at'>,
    Partial<Pick<NotificationRow, 'send_email' | 'mail_at' | 'digest_at'>> {}

/** Most followers of an entry are told the same: one statement for all of them. */
export async function growAll(db: Db, rows: readonly Grown[]): Promise<void> {
  const groups = Map.groupBy(rows, ({ id: _, ...set }) => JSON.stringify(set))
  for (const [set, group] of groups) {
    await db
      .updateTable('notifications')
      .set(JSON.parse(set) as Omit<Grown, 'id'>)
      .where(inNumbers(engineOf(db), sql.ref('id'), JSON.stringify(group.map(({ id }) => id))))
      .execute()
  }
}

/** Who has a notification of one of these comments, whether or not it is read. */
export const listToldOfComments = prepared((db: Db, p: { comments: string }, engine) =>
  db
    .selectFrom('notifications')
    .select(['userid', 'comment_id'])
    .where((eb) => inNumbers(engine, eb.ref('comment_id'), p.comments)),
)

/** Deleting a comment removes its notifications. */
export const removeOfComment = prepared((db: Db, p: { comment: number }) =>
  db.deleteFrom('notifications').where('comment_id', '=', p.comment).returning('userid'),
)

/** So does removing or finishing a step, or removing its deadline. */
export const removeOfStep = prepared((db: Db, p: { step: number }) =>
  db.deleteFrom('notifications').where('step_id', '=', p.step).returning('userid'),
)

export interface Deadline {
  step: number
  visible_at: string
}

/** Whose notification a step has. */
export const listToldOfStep = prepared((db: Db, p: { step: number }) =>
  db
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.userid', 'n.userid')
    .select(['n.id', 'u.userid', 'u.preferences'])
    .where('n.step_id', '=', p.step),
)

export const move = prepared(
  (db: Db, p: Pick<NotificationRow, 'id' | 'visible_at' | 'is_ack' | 'send_email' | 'mail_at'>) =>
    db
      .updateTable('notifications')
      .set({
        visible_at: p.visible_at,
        is_ack: p.is_ack,
        send_email: p.send_email,
        mail_at: p.mail_at,
        digest_at: sql.lit(null),
        email_sent_at: sql.lit(null),
      })
      .where('id', '=', p.id),
)

export const removeOfRequest = prepared((db: Db, p: { request: number }) =>
  db.deleteFrom('notifications').where('request_id', '=', p.request).returning('userid'),
)

export const setSeenOfRequest = prepared((db: Db, p: { request: number }) =>
  db.updateTable('notifications').set({ is_ack: 1 }).where('request_id', '=', p.request).returning('userid'),
)

/** Deleting an account removes the notifications of its creation. */
export const removeOfPerson = prepared((db: Db, p: { userid: number }) =>
  db
    .deleteFrom('notifications')
    .where('from_userid', '=', p.userid)
    .where('team_id', 'is not', null)
    .returning('userid'),
)

/** Nobody needs to validate the account any more. */
export const setSeenOfWaiting = prepared((db: Db, p: { userid: number }) =>
  db
    .updateTable('notifications')
    .set({ is_ack: 1 })
    .where('from_userid', '=', p.userid)
    .where('category', '=', CATEGORY.waitingPerson)
    .returning('userid'),
)

export const setSeen = prepared((db: Db, p: { id: number; userid: number; is_ack: number }) =>
  db.updateTable('notifications').set({ is_ack: p.is_ack }).where('id', '=', p.id).where('userid', '=', p.userid),
)

export const remove = prepared((db: Db, p: { id: number; userid: number }) =>
  db.deleteFrom('notifications').where('id', '=', p.id).where('userid', '=', p.userid).returning('id'),
)

export const removeAll = prepared((db: Db, p: { userid: number; now: string }) =>
  db.deleteFrom('notifications').where('userid', '=', p.userid).where(isVisible(p)).returning('id'),
)

/** Notifications of far deadlines are hidden, also from removing all. */
function isVisible({ now }: { now: string }) {
  return sql<boolean>`(visible_at is null or visible_at <= ${now})`
}

/** The people behind one with a notification that became visible within a time, in order. */
export const listWithNewlyVisible = prepared(
  (db: Db, p: { since: string; until: string; after: number; most: number }) =>
    db
      .selectFrom('notifications')
      .select('userid')
      .distinct()
      .where('visible_at', '>', p.since)
      .where('visible_at', '<=', p.until)
      .where('userid', '>', p.after)
      .orderBy('userid')
      .limit(sql<number>`${p.most}`),
)

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
  elabid: string | null
}

/** Notifications for a time after `now` are hidden. */
type Reader = Who & { now: string }
type Page = Reader & { limit: number; offset: number }

/** A literal and not a parameter, because of the partial index. */
const UNSEEN = sql`and n.is_ack = 0`

/** A person's notifications about entries and people that they may see now, and about their webhooks and agents, newest first. */
export const pagesOf = {
  all: pagesWhere(() => sql``),
  unseen: pagesWhere(() => UNSEEN),
  allOfCategory: pagesWhere(ofCategory),
  unseenOfCategory: pagesWhere((p) => sql`${UNSEEN} ${ofCategory(p)}`),
}

type Wanted = Reader & { category: number }

function pagesWhere(which: (p: Wanted) => RawBuilder<unknown>) {
  return {
    list: prepared((db: Db, p: Page & Wanted, engine) => asQuery<ToldRow>(db, pageOf(which(p), p, engine))),
    /** Counts no further than `most`. */
    count: prepared((db: Db, p: Wanted & { most: number }, engine) =>
      asQuery<Counted>(db, countOf(which(p), p, engine)),
    ),
  }
}

function ofCategory({ category }: Wanted): RawBuilder<unknown> {
  return sql`and n.category = ${category}`
}

export const find = prepared((db: Db, p: Reader & { id: number }, engine) =>
  asQuery<ToldRow>(db, sql`${TOLD} ${readable(sql`and n.id = ${p.id}`, p, engine)}`),
)

/** Only what the reader may see now: of the rest they would never learn. Returns those that changed. */
export const setAllSeen = prepared((db: Db, p: Reader & { is_ack: number }, engine) => {
  const others = sql`and n.is_ack <> ${p.is_ack}`
  return asQuery<{ id: number }>(
    db,
    sql`update notifications set is_ack = ${p.is_ack} where id in (select n.id ${readable(others, p, engine)}) returning id`,
  )
})

/** Those of the given ones that the reader may see. */
export async function listGiven(db: Db, p: Reader, ids: readonly number[]): Promise<ToldRow[]> {
  const engine = engineOf(db)
  const given = sql`and n.id in (${sql.join(ids)})`
  const { rows } = await sql<ToldRow>`${TOLD} ${readable(given, p, engine)} order by n.id`.execute(db)
  return rows
}

type Bounded = Reader & { most: number }

interface Counted {
  total: number
}

/** The most characters of a comment or step. Links in them become names, see excerpt.ts. */
const EXCERPT = 600

const TOLD = sql`
  select n.id, n.userid, n.category, n.entity_id, n.comment_id, n.step_id, n.request_id, n.from_userid, n.is_ack,
    n.created_at, n.visible_at, n.team_id, n.send_email, n.mail_at, n.digest_at, n.mail_attempts, n.mail_error,
    n.email_sent_at, n.details, entities.type, entities.title, entities.elabid, u.firstname, u.lastname,
    substr(c.comment, 1, ${sql.lit(EXCERPT)}) as comment, substr(s.body, 1, ${sql.lit(EXCERPT)}) as step, s.deadline,
    r.action, t.name as team`

function pageOf(which: RawBuilder<unknown>, p: Page, engine: Engine): RawBuilder<unknown> {
  return sql`${TOLD} ${readable(which, p, engine)} order by n.created_at desc, n.id desc limit ${p.limit} offset ${p.offset}`
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
      and (${allowed(engine, p, entry, 'read')} or ${isNewInOwnTeam(p)} or n.category in (${TROUBLES}))`
}

/** About webhooks, jobs and agents: they went only to those whom they concern. */
const TROUBLES = sql.join(
  [CATEGORY.webhookOff, CATEGORY.jobFailed, CATEGORY.exportReady, CATEGORY.agentSilent].map((one) => sql.lit(one)),
)

/** Admins see new people of the team in which they act, while these are in it. */
function isNewInOwnTeam(p: Reader): RawBuilder<unknown> {
  return sql`(m.userid is not null and n.team_id = ${p.adminTeam})`
}

function asQuery<R>(db: Db, query: RawBuilder<unknown>) {
  return { compile: () => query.compile(db) as CompiledQuery<R> }
}
