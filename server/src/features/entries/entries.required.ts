import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { TYPE_NUMBER } from './entries.access.ts'
import { STATE } from './entries.types.ts'

/** The part of a change that concerns required fields. */
type Step = Partial<Pick<EntityRow, 'metadata' | 'status' | 'locked' | 'state'>>

/**
 * In a team that enforces required fields: refuses to empty one, and to finish an entry with an empty one, that is to
 * lock it, to archive it, or to set its status. A writer may remove required fields, but one at a time, so that none
 * gets lost unnoticed when metadata is replaced. New entries and templates may have empty fields.
 */
export async function requireFilledFields(db: Db, before: EntityRow, set: Step): Promise<void> {
  const isFinished = set.locked === 1 || set.state === STATE.archived || typeof set.status === 'number'
  if (!isFinished && set.metadata === undefined) return
  if (before.type !== TYPE_NUMBER.experiments && before.type !== TYPE_NUMBER.items) return
  const after = set.metadata === undefined ? before.metadata : set.metadata
  if (![before.metadata, after].some(mayRequire)) return
  const freed = set.metadata === undefined ? [] : noLongerRequired(before.metadata, after)
  const missing = emptyRequired(after)
  if (missing.length === 0 && freed.length <= 1) return
  const filled = set.metadata === undefined ? undefined : extraFields(before.metadata)
  const emptied = missing.find((name) => filled?.has(name) && !isEmpty(filled.get(name)?.value))
  if (!isFinished && emptied === undefined && freed.length <= 1) return
  const [team] = await findTeam(db, { id: before.team })
  if (team?.enforce_required_fields !== 1) return
  if (freed.length > 1) {
    throw new Unprocessable('entry.freed_together', { names: nameSome(freed) })
  }
  if (emptied !== undefined) throw new Unprocessable('entry.required', { field: emptied })
  throw new Unprocessable('entry.unfilled', { names: nameSome(missing) })
}

/** Most metadata never mention it, and need not be parsed. A name in JSON may be written with escapes. */
function mayRequire(metadata: string | null): boolean {
  return metadata !== null && /required|\\u/.test(metadata)
}

const MOST_NAMED = 5

function nameSome(names: readonly string[]): string[] {
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])]
}

const findTeam = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('teams').select('enforce_required_fields').where('id', '=', p.id),
)

/** Fields that were removed, or made optional. */
function noLongerRequired(before: string | null, after: string | null): string[] {
  const now = extraFields(after)
  const freed: string[] = []
  for (const [name, { required }] of extraFields(before)) {
    if (required === true && now.get(name)?.required !== true) freed.push(name)
  }
  return freed
}

function emptyRequired(metadata: string | null): string[] {
  const empty: string[] = []
  for (const [name, { required, value }] of extraFields(metadata)) {
    if (required === true && isEmpty(value)) empty.push(name)
  }
  return empty
}

interface ExtraField {
  required?: unknown
  value?: unknown
}

/** A map, because field names are free text. */
function extraFields(metadata: string | null): Map<string, ExtraField> {
  const { extra_fields } = (metadata === null ? {} : JSON.parse(metadata)) as { extra_fields?: unknown }
  const fields = new Map<string, ExtraField>()
  if (!isObject(extra_fields)) return fields
  for (const [name, field] of Object.entries(extra_fields)) if (isObject(field)) fields.set(name, field)
  return fields
}

/** An unticked box is empty, a zero is not. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty)
  return value === undefined || value === null || value === false || (typeof value === 'string' && value.trim() === '')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
