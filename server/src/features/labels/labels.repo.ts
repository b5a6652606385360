import type { LabelsQuery } from '@aliquot/contract/labels'
import { sql } from 'kysely'
import { inNumbers, lockRow, nullsAreSmall } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, LabelRow } from '../../db/schema.ts'

export interface LabelsWanted {
  team: number
  kind: number
  /** A JSON list. */
  states: string
}

/** The team's own labels and those shared by other teams, in the requested order. */
export function list(db: Db, wanted: LabelsWanted, { order, sort }: Pick<LabelsQuery, 'order' | 'sort'>) {
  return lists[`${order} ${sort}`](db, wanted)
}

const listIn = (order: LabelsQuery['order'], sort: LabelsQuery['sort']) =>
  prepared((db: Db, p: LabelsWanted, engine) => {
    const first = { ordering: sql.ref('l.ordering'), title: sql`lower(l.title)`, id: sql.ref('l.id') }[order]
    const columns = ['l.id', 'l.title', 'l.color', 'l.ordering', 'l.state', 'l.team', 'l.is_private'] as const
    const labels = db.selectFrom('labels as l').innerJoin('teams as t', 't.id', 'l.team')
    const isWanted = sql<boolean>`l.kind = ${p.kind} and ${inNumbers(engine, sql.ref('l.state'), p.states)}`
    const own = labels.where('l.team', '=', p.team)
    const shared = labels
      .where('l.is_private', '=', sql.lit(0))
      .where('l.team', '!=', p.team)
      .where('t.state', '=', sql.lit(1))
    const either = own
      .select([...columns, 't.name as team_name'])
      .where(isWanted)
      .unionAll(shared.select([...columns, 't.name as team_name']).where(isWanted))
    return db
      .selectFrom(either.as('l'))
      .selectAll()
      .orderBy(sql`${first} ${sql.raw(sort)} ${nullsAreSmall(engine, sort)}`)
      .orderBy('l.id', sort)
  })

const lists = {
  'ordering asc': listIn('ordering', 'asc'),
  'ordering desc': listIn('ordering', 'desc'),
  'title asc': listIn('title', 'asc'),
  'title desc': listIn('title', 'desc'),
  'id asc': listIn('id', 'asc'),
  'id desc': listIn('id', 'desc'),
}

interface LabelPlace {
  id: number
  kind: number
  team: number
}

export const find = prepared((db: Db, p: LabelPlace) =>
  db.selectFrom('labels').selectAll().where('id', '=', p.id).where('kind', '=', p.kind).where('team', '=', p.team),
)

export const hold = prepared((db: Db, p: LabelPlace, engine) =>
  lockRow(
    engine,
    db.selectFrom('labels').selectAll().where('id', '=', p.id).where('kind', '=', p.kind).where('team', '=', p.team),
  ),
)

/** The position after the last one. */
export async function nextOrdering(db: Db, team: number, kind: number): Promise<number> {
  const last = await db
    .selectFrom('labels')
    .select(({ fn }) => fn.max('ordering').as('ordering'))
    .where('team', '=', team)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return (last?.ordering ?? 0) + 1
}

export function insert(db: Db, labels: readonly Omit<LabelRow, 'id' | 'state' | 'is_private' | 'version'>[]) {
  return db
    .insertInto('labels')
    .values(labels.map((label) => ({ ...label, state: 1, is_private: 1 })))
    .returningAll()
    .execute()
}

export function update(db: Db, label: LabelRow, columns: Partial<LabelRow>): Promise<LabelRow> {
  return db
    .updateTable('labels')
    .set({ ...columns, version: label.version + 1 })
    .where('id', '=', label.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
