import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { allowed, OF_ENTRY, type Who } from '../../access/visibility.ts'
import { amongFew, anyOf, type Engine, engineOf, inNumbers, joinText, jsonRows } from '../../db/dialect.ts'
import { prepared, preparedInsert } from '../../db/prepared.ts'
import { inPages } from '../../db/read-in-pages.ts'
import type { Db, StepRow } from '../../db/schema.ts'

/** A step of any entry: the caller checks `entity_id`. */
export const find = prepared((db: Db, p: { id: number }) => db.selectFrom('steps').selectAll().where('id', '=', p.id))

export const listPage = prepared((db: Db, p: { entity: number; limit: number; offset: number }) =>
  allOf(db, p.entity).limit(sql<number>`${p.limit}`).offset(sql<number>`${p.offset}`),
)

/** The same as a stream, for lists that are too large to hold. */
export function stream(db: Db, p: { entity: number; limit: number; offset: number }) {
  return allOf(db, p.entity).limit(p.limit).offset(p.offset).stream()
}

/** In display order. */
export const listAll = prepared((db: Db, p: { entity: number }) => allOf(db, p.entity))

/** The same in pages, each after the last step of the previous one. */
export function listInPages(db: Db, entity: number, most?: number): AsyncGenerator<StepRow[]> {
  return inPages<StepRow>((limit, last) => {
    const { ordering, id } = last ?? BEFORE_ALL
    return listAfter(db, { entity, ordering, id, limit })
  }, most)
}

/** Before every step. */
const BEFORE_ALL = { ordering: -2_147_483_648, id: 0 }

const listAfter = prepared((db: Db, p: { entity: number; ordering: number; id: number; limit: number }) =>
  allOf(db, p.entity)
    .where((eb) => eb(eb.refTuple('ordering', 'id'), '>', eb.tuple(p.ordering, p.id)))
    .limit(sql<number>`${p.limit}`),
)

/** The steps of an entry without their texts, in display order. */
export const listOrder = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('steps')
    .select(['id', 'ordering', 'is_immutable'])
    .where('entity_id', '=', p.entity)
    .orderBy('ordering')
    .orderBy('id'),
)

function allOf(db: Db, entity: number) {
  return db.selectFrom('steps').selectAll().where('entity_id', '=', entity).orderBy('ordering').orderBy('id')
}

export const count = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('steps')
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.max('ordering').as('last')])
    .where('entity_id', '=', p.entity),
)

/** Inserts an unfinished step and returns its row. */
export async function insert(
  db: Db,
  { entity, body, ordering }: { entity: number; body: string; ordering: number },
): Promise<StepRow> {
  const step: Omit<StepRow, 'id'> = {
    ...{ entity_id: entity, body, ordering, finished: 0, finished_time: null },
    ...{ deadline: null, deadline_notif: 0, is_immutable: 0, version: 1 },
  }
  return { id: await insertStep(db, step), ...step }
}

const insertStep = preparedInsert((db: Db, p: Omit<StepRow, 'id'>) =>
  db.insertInto('steps').values({
    entity_id: p.entity_id,
    body: p.body,
    ordering: p.ordering,
    finished: p.finished,
    finished_time: p.finished_time,
    deadline: p.deadline,
    deadline_notif: p.deadline_notif,
    is_immutable: p.is_immutable,
    version: p.version,
  }),
)

/** Inserts steps that were written elsewhere. */
export function insertMany(
  db: Db,
  entity: number,
  steps: readonly Pick<
    StepRow,
    'body' | 'ordering' | 'finished' | 'finished_time' | 'deadline' | 'deadline_notif' | 'is_immutable'
  >[],
): Promise<StepRow[]> {
  const rows = steps.map((step) => ({ ...step, entity_id: entity, version: 1 }))
  return db.insertInto('steps').values(rows).returningAll().execute()
}

/** Inserts a deleted step under its old id. */
export function insertAgain(db: Db, row: StepRow): Promise<StepRow> {
  return db.insertInto('steps').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Copies text, order and immutability of steps to another entry, unfinished and without deadlines. */
export const copy = prepared((db: Db, p: { ids: string; to: number }, engine) =>
  db
    .insertInto('steps')
    .columns(['entity_id', 'body', 'ordering', 'is_immutable'])
    .expression((eb) =>
      eb
        .selectFrom('steps as s')
        // Cast, because PostgreSQL takes a bare parameter in a select list for text.
        .select([sql<number>`cast(${p.to} as integer)`.as('to'), 's.body', 's.ordering', 's.is_immutable'])
        .where(inNumbers(engine, sql.ref('s.id'), p.ids))
        .orderBy('s.ordering')
        .orderBy('s.id'),
    )
    .returningAll(),
)

export type StepColumns = Omit<StepRow, 'id' | 'entity_id' | 'version'>

export function update(db: Db, id: number, set: Partial<StepColumns>): Promise<StepRow> {
  return db
    .updateTable('steps')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Moves steps: `moves` is a JSON list of their ids and new positions. */
export const move = prepared((db: Db, p: { moves: string }, engine) =>
  db
    .updateTable('steps')
    .set((eb) => ({ ordering: sql<number>`(${placeIn(engine, p.moves)})`, version: eb('version', '+', 1) }))
    .where((eb) => amongFew(engine, eb.ref('id'), sql`select id from (${movesIn(engine, p.moves)}) as moved`))
    .returningAll(),
)

function placeIn(engine: Engine, moves: unknown) {
  return sql`select moved.ordering from (${movesIn(engine, moves)}) as moved where moved.id = steps.id`
}

function movesIn(engine: Engine, moves: unknown) {
  return jsonRows(engine, moves, { id: 'integer', ordering: 'integer' })
}

export const setImmutable = prepared((db: Db, p: { ids: string; value: number }, engine) =>
  db
    .updateTable('steps')
    .set((eb) => ({ is_immutable: p.value, version: eb('version', '+', 1) }))
    .where((eb) => inNumbers(engine, eb.ref('id'), p.ids))
    .returningAll(),
)

export const remove = prepared((db: Db, p: { id: number }) => db.deleteFrom('steps').where('id', '=', p.id))

/** The most unfinished steps listed per entry. */
const MOST_OF_ONE = 100

interface UnfinishedRow {
  id: number
  title: string
  /** The ids of the first unfinished steps: `12,15`. */
  steps: string
}

type Asked = Who & { type: number; limit: number; offset: number }

export const listOwnUnfinished = prepared((db: Db, p: Asked, engine) => ({
  compile: () =>
    sql`select e.id, e.title, ${firstSteps(engine)} as steps from entities as e where ${isOwnUnfinished(p)}
      order by e.id desc limit ${p.limit} offset ${p.offset}`.compile(db) as CompiledQuery<UnfinishedRow>,
}))

export const listUnfinishedOfTeam = prepared((db: Db, p: Asked, engine) => ({
  compile: () =>
    sql`select e.id, e.title, ${firstSteps(engine)} as steps from entities as e where ${isUnfinishedOfTeam(engine, p)}
      order by e.id desc limit ${p.limit} offset ${p.offset}`.compile(db) as CompiledQuery<UnfinishedRow>,
}))

type Counted = Who & { type: number; most: number }

export const countOwnUnfinished = prepared((db: Db, p: Counted) => ({
  compile: () => countUpTo(db, p.most, isOwnUnfinished(p)),
}))

export const countUnfinishedOfTeam = prepared((db: Db, p: Counted, engine) => ({
  compile: () => countUpTo(db, p.most, isUnfinishedOfTeam(engine, p)),
}))

function countUpTo(db: Db, most: number, condition: RawBuilder<unknown>) {
  const first = sql`select 1 from entities as e where ${condition} limit ${most}`
  return sql`select count(*) as total from (${first}) as first_ones`.compile(db) as CompiledQuery<{ total: number }>
}

function isOwnUnfinished(p: { userid: number; type: number }) {
  return sql`e.userid = ${p.userid} and e.type = ${p.type} and e.state = 1 and e.next_step_id is not null`
}

function isUnfinishedOfTeam(engine: Engine, p: Who & { type: number }) {
  return sql`e.team = ${p.team} and e.type = ${p.type} and e.state = 1 and e.next_step_id is not null
    and ${allowed(engine, p, OF_ENTRY, 'read')}`
}

function firstSteps(engine: Engine) {
  return sql`(select ${joinText(engine, sql.ref('s.id'), ',', sql`s.ordering, s.id`)} from (
    select id, ordering from steps where entity_id = e.id and finished = 0
    order by ordering, id limit ${sql.lit(MOST_OF_ONE)}) as s)`
}

export function listTexts(db: Db, ids: readonly number[]): Promise<Pick<StepRow, 'id' | 'body'>[]> {
  return db
    .selectFrom('steps')
    .select(['id', 'body'])
    .where((eb) => anyOf(engineOf(db), eb.ref('id'), ids))
    .execute()
}
