import type { EntityType } from '@aliquot/contract/common'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import { Forbidden } from '../errors.ts'
import type { Actor } from './actor.ts'

/**
 * What a deposit key made is read from the journal: the first event of an entry, and the creation of a file, name the
 * key. These rules come on top of the rights of the key's owner.
 */

interface Place {
  type: EntityType
  id: number
}

/** Refuses a deposit key that neither made this entry nor was pointed to it. Missing entries are refused alike. */
export async function requireReached(db: Db, actor: Actor, place: Place): Promise<void> {
  if (!actor.deposit || isPointedTo(actor, place) || (await hasMade(db, actor, place.id))) return
  throw new Forbidden('apikey.deposit_elsewhere')
}

/** Refuses a deposit key that did not make this entry. */
export async function requireMade(db: Db, actor: Actor, { id }: Place): Promise<void> {
  if (!actor.deposit || (await hasMade(db, actor, id))) return
  throw new Forbidden('apikey.deposit_not_made')
}

/** Refuses a deposit key that did not add this file. */
export async function requireAdded(db: Db, actor: Actor, entry: number, upload: number): Promise<void> {
  if (!actor.deposit) return
  const [added] = await findAdded(db, { entry, upload, via: actor.via })
  if (!added) throw new Forbidden('apikey.deposit_not_added')
}

/** Refuses a deposit key a template that it was not given. */
export function requireTemplate(actor: Actor, template: unknown): void {
  if (!actor.deposit || actor.deposit.templates.includes(Number(template))) return
  throw new Forbidden('apikey.deposit_template', { field: 'template', known: actor.deposit.templates })
}

function isPointedTo({ deposit }: Actor, { type, id }: Place): boolean {
  return deposit?.entries.some((entry) => entry.id === id && entry.type === type) ?? false
}

async function hasMade(db: Db, actor: Actor, entry: number): Promise<boolean> {
  const [made] = await findMade(db, { entry, via: actor.via })
  return made !== undefined
}

const findMade = prepared((db: Db, p: { entry: number; via: string }) =>
  db
    .selectFrom('events')
    .select('id')
    .where('chain', '=', p.entry)
    .where('position', '=', 1)
    .where('via', '=', p.via)
    .where('subject', '=', 'entity')
    .where('verb', '=', 'created'),
)

const findAdded = prepared((db: Db, p: { entry: number; upload: number; via: string }) =>
  db
    .selectFrom('events')
    .select('id')
    .where('chain', '=', p.entry)
    .where('subject', '=', 'upload')
    .where('subject_id', '=', p.upload)
    .where('verb', '=', 'created')
    .where('via', '=', p.via)
    // Most are asked for soon after.
    .orderBy('position', 'desc')
    .limit(1),
)
