import type { Db } from '../../db/schema.ts'
import { type Changes, type FieldChange, type Json, valueAfter } from '../../journal/changes.ts'
import * as repo from './timeline.repo.ts'

/** Whose history is read. */
export interface Place {
  chain: number
  subject: string
  subjectId: number
}

/** A long text has a full copy at least every 64 saves, so one look is nearly always enough. */
const STEPS_AT_ONCE = 80

/** The value of a field right after the event at a position; undefined when it had none. */
export async function valueThen(db: Db, place: Place, field: string, position: number): Promise<Json | undefined> {
  const values = await valuesThen(db, place, [field], position)
  return values.get(field)
}

/** The same for several fields in one walk back. */
export async function valuesThen(
  db: Db,
  place: Place,
  fields: readonly string[],
  position: number,
): Promise<Map<string, Json | undefined>> {
  const values = new Map<string, Json | undefined>()
  const isEntity = place.subject === 'entity'
  if (isEntity && fields.includes('body')) {
    await walkBack(db, place, ['body'], position, repo.listBodySteps, values)
  }
  const others = fields.filter((field) => !isEntity || field !== 'body')
  await walkBack(db, place, others, position, isEntity ? repo.listEntitySteps : repo.listSubjectSteps, values)
  return values
}

/** Collects what happened to each field back to its last full value, and plays it forward from there. */
async function walkBack(
  db: Db,
  place: Place,
  fields: readonly string[],
  from: number,
  list: typeof repo.listBodySteps,
  values: Map<string, Json | undefined>,
): Promise<void> {
  const open = new Map<string, FieldChange[]>(fields.map((field) => [field, []]))
  let position = from
  while (open.size > 0) {
    const steps = await list(db, { ...place, position, most: STEPS_AT_ONCE })
    for (const step of steps) collect(step, open, values)
    const oldest = steps.at(-1)
    if (!oldest || steps.length < STEPS_AT_ONCE) break
    position = oldest.position - 1
  }
}

function collect(step: repo.Step, open: Map<string, FieldChange[]>, values: Map<string, Json | undefined>): void {
  const named = step.fields.split(',').filter((field) => open.has(field))
  if (named.length === 0) return
  const changes: Changes = JSON.parse(step.changes)
  for (const field of named) {
    const change = changes[field]
    const deltas = open.get(field)
    if (!change || !deltas) continue
    deltas.push(change)
    if ('keep' in change) continue
    values.set(field, playForward(deltas))
    open.delete(field)
  }
}

/** Newest first, the last one with the full value. */
function playForward(changes: readonly FieldChange[]): Json | undefined {
  return changes.reduceRight<Json | undefined>((value, change) => valueAfter(change, value), undefined)
}
