import { MAX_ID } from '@aliquot/contract/common'
import { sql } from 'kysely'
import { lockRowNotItsKey } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { InvalidInput, Unprocessable } from '../../errors.ts'
import type { EntityKind } from './entries.types.ts'

/** Refuses a category or status that neither belongs to the entry's team nor is shared by another. */
export async function requireLabels(
  db: Db,
  kind: EntityKind,
  team: number,
  labels: { category?: number | null; status?: number | null },
): Promise<void> {
  for (const name of ['category', 'status'] as const) {
    const id = labels[name]
    if (id === null || id === undefined) continue
    const [found] = await findLabel(db, { id, kind: kind[name], team })
    if (!found) throw new Unprocessable('entry.no_label', { field: name, kind: name })
  }
}

/** The number of a new entry: one above the highest of its category, or null if the category uses none. */
export async function nextCustomId(db: Db, type: number, category: number | null): Promise<number | null> {
  if (category === null) return null
  const [used] = await findHighest(db, { type, category, except: 0 })
  if (!used) return null
  const highest = await holdHighest(db, { type, category, except: 0 })
  return highest < MAX_ID ? highest + 1 : null
}

/** The next number for an existing entry. It ignores the entry's own number, so asking again changes nothing. */
export async function requireNextCustomId(
  db: Db,
  { id, type, category }: { id: number; type: number; category: number | null },
): Promise<number> {
  if (category === null) throw new InvalidInput('entry.no_number', { field: 'category' })
  const highest = await holdHighest(db, { type, category, except: id })
  if (highest >= MAX_ID) throw new InvalidInput('entry.numbers_used_up', { field: 'custom_id' })
  return highest + 1
}

/** The highest number of a category, locked until the end of the transaction. */
async function holdHighest(db: Db, key: { type: number; category: number; except: number }): Promise<number> {
  await holdCategory(db, { id: key.category })
  const [highest] = await findHighest(db, key)
  return highest?.custom_id ?? 0
}

/** Refuses a number that another entry of the category has. */
export async function requireFreeCustomId(
  db: Db,
  entry: { id: number; type: number; category: number | null; custom_id: number | null },
): Promise<void> {
  const { id, type, category, custom_id } = entry
  if (category === null || custom_id === null) return
  await holdCategory(db, { id: category })
  const [other] = await findByCustomId(db, { type, category, custom_id, except: id })
  if (other) throw new InvalidInput('entry.number_taken', { field: 'custom_id' })
}

const findLabel = prepared((db: Db, p: { id: number; kind: number; team: number }) =>
  db
    .selectFrom('labels')
    .select('id')
    .where('id', '=', p.id)
    .where('kind', '=', p.kind)
    .where((eb) => eb.or([eb('team', '=', p.team), eb('is_private', '=', sql.lit(0))])),
)

/** Serialises the assignment of numbers within a category. */
const holdCategory = prepared((db: Db, p: { id: number }, engine) =>
  lockRowNotItsKey(engine, db.selectFrom('labels').select('id').where('id', '=', p.id)),
)

const findHighest = prepared((db: Db, p: { type: number; category: number; except: number }) =>
  db
    .selectFrom('entities')
    .select('custom_id')
    .where('type', '=', p.type)
    .where('category', '=', p.category)
    .where('custom_id', 'is not', null)
    .where('id', '!=', p.except)
    .orderBy('custom_id', 'desc')
    .limit(1),
)

const findByCustomId = prepared((db: Db, p: { type: number; category: number; custom_id: number; except: number }) =>
  db
    .selectFrom('entities')
    .select('id')
    .where('type', '=', p.type)
    .where('category', '=', p.category)
    .where('custom_id', '=', p.custom_id)
    .where('id', '!=', p.except),
)
