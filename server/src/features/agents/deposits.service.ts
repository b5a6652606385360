import type { Deposit, DepositTarget } from '@aliquot/contract/agents'
import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import { requireAdded, requireReached } from '../../access/deposit.ts'
import { isAllowed, isHeldByLock } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import { emailKeyOf } from '../users/users.email.ts'
import { findByEmail } from '../users/users.lookup.ts'
import * as repo from './deposits.repo.ts'

const TYPES: readonly EntityType[] = ['experiments', 'items', 'experiments_templates', 'items_types']

function typeOf(number: number): EntityType {
  return TYPES[number - 1] ?? 'experiments'
}

/** Files with this content that the actor added; with a deposit key, that this key added. */
export async function findDeposits(
  { db }: Context,
  actor: Actor,
  { sha256, entity_id }: { sha256?: string | undefined; entity_id?: number | undefined },
): Promise<Deposit[]> {
  if (sha256 === undefined) return []
  const found = await repo.findFiles(db.read, { hash: sha256, userid: actor.userid, entity: entity_id })
  const own: Deposit[] = []
  for (const file of found) {
    if (!(await isAllowed(db.read, actor, file, 'read'))) continue
    if (!(await holds(() => requireAdded(db.read, actor, file.id, file.upload)))) continue
    own.push({
      id: file.upload,
      entity_type: typeOf(file.type),
      entity_id: file.id,
      real_name: file.real_name,
      filesize: file.filesize,
      sha256: file.hash,
      state: file.upload_state,
    })
  }
  return own
}

export interface TargetQuery {
  entity_type?: 'experiments' | 'items' | undefined
  id?: number | undefined
  elabid?: string | undefined
  custom_id?: number | undefined
  newest_of?: string | undefined
}

/** More entries with the same custom id are of no use to anybody. */
const MOST_TARGETS = 10

/** Entries to which the actor may add files now, by one of several names. */
export async function findTargets({ db }: Context, actor: Actor, query: TargetQuery): Promise<DepositTarget[]> {
  const type = query.entity_type === 'items' ? 2 : 1
  const found = await candidates()
  const targets: DepositTarget[] = []
  for (const entry of found) {
    if (targets.length >= MOST_TARGETS) break
    const place = { type: typeOf(entry.type), id: entry.id }
    if (isHeldByLock(actor, entry) || !(await isAllowed(db.read, actor, entry, 'write'))) continue
    if (!(await holds(() => requireReached(db.read, actor, place)))) continue
    targets.push({ ...place, elabid: entry.elabid })
  }
  return targets

  async function candidates(): Promise<repo.Candidate[]> {
    if (query.id !== undefined) return repo.findById(db.read, { id: query.id, type })
    if (query.elabid !== undefined) return repo.findByElabid(db.read, { elabid: query.elabid })
    if (query.custom_id !== undefined) return repo.findByCustomId(db.read, { custom_id: query.custom_id, type })
    if (query.newest_of === undefined) return []
    const person = await findByEmail(db.read, emailKeyOf(query.newest_of.trim()))
    return person ? repo.findNewestOf(db.read, { userid: person.userid }) : []
  }
}

async function holds(check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
