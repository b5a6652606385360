import { type Insertable, type Selectable, sql } from 'kysely'
import { lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Schema, WebhookRow } from '../../db/schema.ts'

export type WebhookState = Selectable<Schema['webhook_states']>
export type DeliveryRow = Selectable<Schema['webhook_deliveries']>
export type NewDelivery = Omit<DeliveryRow, 'id'>

/** A webhook with the name of its owner and how it fares. */
export type SeenRow = WebhookRow & { firstname: string; lastname: string; failing_since: string | null }

function seen(db: Db) {
  return db
    .selectFrom('webhooks as w')
    .innerJoin('users as u', 'u.userid', 'w.userid')
    .leftJoin('webhook_states as s', 's.webhook_id', 'w.id')
    .selectAll('w')
    .select(['u.firstname', 'u.lastname', 's.failing_since'])
}

/** All that a person may manage: at most a few dozen. */
export function listFor(
  db: Db,
  { userid, team, instance }: { userid: number; team: number | null; instance: boolean },
) {
  return seen(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('w.scope', '=', 'user'), eb('w.userid', '=', userid)]),
        ...(team === null ? [] : [eb.and([eb('w.scope', '=', 'team'), eb('w.team', '=', team)])]),
        ...(instance ? [eb('w.scope', '=', 'instance')] : []),
      ]),
    )
    .orderBy('w.id')
    .execute()
}

export const findSeen = prepared((db: Db, p: { id: number }) => seen(db).where('w.id', '=', p.id))

export const find = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('webhooks').selectAll().where('id', '=', p.id),
)

export const hold = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('webhooks').selectAll().where('id', '=', p.id)),
)

export const countOfPerson = prepared((db: Db, p: { userid: number }) =>
  db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userid', '=', p.userid)
    .where('scope', '=', 'user'),
)

export const countOfTeam = prepared((db: Db, p: { team: number }) =>
  db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('team', '=', p.team)
    .where('scope', '=', 'team'),
)

export const countOfInstance = prepared((db: Db, _: Record<never, never>) =>
  db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('scope', '=', 'instance'),
)

export function insert(db: Db, row: Insertable<Schema['webhooks']>): Promise<WebhookRow> {
  return db.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()
}

export function update(db: Db, { id, version }: WebhookRow, columns: Partial<WebhookRow>): Promise<WebhookRow> {
  return db
    .updateTable('webhooks')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const remove = prepared((db: Db, p: { id: number }) => db.deleteFrom('webhooks').where('id', '=', p.id))

/** Those that deliver, with how far they have got. */
export function listActive(db: Db): Promise<{ id: number; version: number; round: number }[]> {
  return db
    .selectFrom('webhooks as w')
    .innerJoin('webhook_states as s', 's.webhook_id', 'w.id')
    .select(['w.id', 'w.version', 's.round'])
    .where('w.active', '=', 1)
    .orderBy('w.id')
    .execute()
}

export const hasActive = prepared((db: Db, _: Record<never, never>) =>
  db.selectFrom('webhooks').select('id').where('active', '=', sql.lit(1)).limit(1),
)

/** All of them, for the command line. */
export function listAll(db: Db) {
  return seen(db).orderBy('w.id').execute()
}

/** How often each sent since an instant. */
export function countLately(db: Db, since: string): Promise<{ id: number; total: number }[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id as id', sql<number>`cast(count(*) as integer)`.as('total')])
    .where('at', '>=', since)
    .groupBy('webhook_id')
    .execute()
}

/** How many there are, and how many fail or were switched off by the service. */
export async function countByState(db: Db): Promise<{ active: number; failing: number; off: number }> {
  const count = (condition: string) => sql<number>`cast(count(case when ${sql.raw(condition)} then 1 end) as integer)`
  return db
    .selectFrom('webhooks as w')
    .leftJoin('webhook_states as s', 's.webhook_id', 'w.id')
    .select([
      count('w.active = 1').as('active'),
      count('w.active = 1 and s.failing_since is not null').as('failing'),
      count('w.active = 0 and w.off_reason is not null').as('off'),
    ])
    .executeTakeFirstOrThrow()
}

export const findState = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('webhook_states').selectAll().where('webhook_id', '=', p.id),
)

export async function insertState(db: Db, id: number, position: number): Promise<void> {
  await db
    .insertInto('webhook_states')
    .values({ webhook_id: id, position, sub: 0, since: 0, failing_since: null })
    .execute()
}

/** Keeps how far a webhook has got. False if changes are to be sent again meanwhile. */
export async function moveState(
  db: Db,
  id: number,
  round: number,
  state: Pick<WebhookState, 'position' | 'sub' | 'since' | 'failing_since'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_states')
    .set(state)
    .where('webhook_id', '=', id)
    .where('round', '=', round)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What failed is over: somebody changed or resumed the webhook. */
export const forgetFailures = prepared((db: Db, p: { id: number }) =>
  db.updateTable('webhook_states').set({ failing_since: null }).where('webhook_id', '=', p.id),
)

/** Lets a webhook begin again from an earlier place. */
export async function rewindState(
  db: Db,
  { webhook_id, round }: WebhookState,
  place: Pick<WebhookState, 'position' | 'sub' | 'since'>,
): Promise<void> {
  await db
    .updateTable('webhook_states')
    .set({ ...place, round: round + 1, failing_since: null })
    .where('webhook_id', '=', webhook_id)
    .execute()
}

export const holdState = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('webhook_states').selectAll().where('webhook_id', '=', p.id)),
)

/** The attempts behind a place that count in this round, oldest first. */
export const listAttempts = prepared((db: Db, p: { id: number; round: number; position: number }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['position', 'sub', 'at', 'error'])
    .where('webhook_id', '=', p.id)
    .where('round', '=', p.round)
    .where('position', '>=', p.position)
    .orderBy('id'),
)

export async function insertDeliveries(db: Db, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('webhook_deliveries').values(rows).execute()
}

export function insertDelivery(db: Db, row: NewDelivery): Promise<DeliveryRow> {
  return db.insertInto('webhook_deliveries').values(row).returningAll().executeTakeFirstOrThrow()
}

export function listDeliveries(db: Db, id: number, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countDeliveries = prepared((db: Db, p: { id: number }) =>
  db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('webhook_id', '=', p.id),
)

export const findDelivery = prepared((db: Db, p: { id: number; delivery: number }) =>
  db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', p.id).where('id', '=', p.delivery),
)

export const countAttempts = prepared((db: Db, p: { id: number; message: string; position: number }) =>
  db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('webhook_id', '=', p.id)
    .where('position', '=', p.position)
    .where('message', '=', p.message),
)

/** Deletes some rows that are older than an instant; returns how many. */
export async function dropDeliveriesBefore(db: Db, at: string, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (eb) =>
      eb.selectFrom('webhook_deliveries as old').select('old.id').where('old.at', '<', at).limit(most),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes some of a webhook's rows beyond its newest ones; returns how many. */
export async function dropDeliveriesBeyond(db: Db, id: number, kept: number, most: number): Promise<number> {
  const last = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', id)
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()
  if (!last) return 0
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries as old')
        .select('old.id')
        .where('old.webhook_id', '=', id)
        .where('old.id', '<=', last.id)
        .limit(most),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const TURN = 1

export const findTurn = prepared((db: Db, _: Record<never, never>) =>
  db.selectFrom('webhook_turn').selectAll().where('id', '=', sql.lit(TURN)),
)

/** Takes or keeps the turn to deliver. `from` is who may be replaced although their time is not up. */
export async function takeTurn(
  db: Db,
  turn: { holder: string; at: string; until: string; from: string },
): Promise<boolean> {
  const { holder, until } = turn
  await db
    .insertInto('webhook_turn')
    .values({ id: TURN, holder: '', until: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('webhook_turn')
    .set({ holder, until })
    .where('id', '=', TURN)
    .where((eb) => eb.or([eb('until', '<=', turn.at), eb('holder', 'in', [holder, turn.from])]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function endTurn(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('webhook_turn').where('holder', '=', holder).execute()
}
