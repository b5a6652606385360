import type { Db } from '../../db/schema.ts'
import { type Changes, type FieldChange, isDelta, type Json, valueAfterLater } from '../../journal/changes.ts'
import { Turns } from '../../lib/turns.ts'
import * as repo from './timeline.repo.ts'

/** The subject whose history is read. */
export interface Place {
  chain: number
  subject: string
  subjectId: number
}

/** A long text has a full copy at least every 64 saves, so one query is nearly always enough. */
const STEPS_AT_ONCE = 80

/** The value of a field right after the event at a position; undefined if it had none. */
export async function valueThen(db: Db, place: Place, field: string, position: number): Promise<Json | undefined> {
  const values = await valuesThen(db, place, [field], position)
  return values.get(field)
}

/** The bytes of values held at a time; at least one event. */
const MOST_BYTES = 4_000_000

/** The same for several fields in one walk. */
export async function valuesThen(
  db: Db,
  place: Place,
  fields: readonly string[],
  position: number,
  mostBytes = MOST_BYTES,
): Promise<Map<string, Json | undefined>> {
  const read = new Reader(db, place.chain, mostBytes)
  const values = new Map<string, Json | undefined>()
  const isEntity = place.subject === 'entity'
  if (isEntity && fields.includes('body')) {
    await walkBack(db, place, ['body'], position, repo.listBodySteps, read, values)
  }
  const others = fields.filter((field) => !isEntity || field !== 'body')
  await walkBack(db, place, others, position, isEntity ? repo.listEntitySteps : repo.listSubjectSteps, read, values)
  return values
}

/** Collects the changes of each field back to its last full value, and replays them from there. */
async function walkBack(
  db: Db,
  place: Place,
  fields: readonly string[],
  from: number,
  list: typeof repo.listBodySteps,
  read: Reader,
  values: Map<string, Json | undefined>,
): Promise<void> {
  const open = new Map<string, repo.Step[]>(fields.map((field) => [field, []]))
  let position = from
  while (open.size > 0) {
    const steps = await list(db, { ...place, position, most: STEPS_AT_ONCE })
    const named = steps.filter((step) => step.fields.split(',').some((field) => open.has(field)))
    for (const step of named) await collect(step, open, named, read, values)
    const oldest = steps.at(-1)
    if (!oldest || steps.length < STEPS_AT_ONCE) break
    position = oldest.position - 1
  }
}

async function collect(
  step: repo.Step,
  open: Map<string, repo.Step[]>,
  ahead: readonly repo.Step[],
  read: Reader,
  values: Map<string, Json | undefined>,
): Promise<void> {
  for (const field of step.fields.split(',')) {
    const deltas = open.get(field)
    const change = deltas && (await read.changes(step, ahead))[field]
    if (!change) continue
    deltas.push(step)
    if (isDelta(change)) continue
    values.set(field, await playForward(field, deltas, read))
    open.delete(field)
  }
}

/** Newest first; the last one has the full value. */
async function playForward(field: string, steps: readonly repo.Step[], read: Reader): Promise<Json | undefined> {
  let value: Json | undefined
  const forward = steps.toReversed()
  for (const step of forward) {
    const change: FieldChange | undefined = (await read.changes(step, forward))[field]
    if (change) value = await valueAfterLater(change, value)
    await read.turns.rest()
  }
  return value
}

/** Reads the changes of events in batches, in the order in which they are needed. */
class Reader {
  /** Texts may be megabytes. */
  readonly turns = new Turns()
  readonly #db: Db
  readonly #chain: number
  readonly #mostBytes: number
  #held = new Map<number, Changes>()

  constructor(db: Db, chain: number, mostBytes: number) {
    this.#db = db
    this.#chain = chain
    this.#mostBytes = mostBytes
  }

  async changes(step: repo.Step, ahead: readonly repo.Step[]): Promise<Changes> {
    const held = this.#held.get(step.position)
    if (held) return held
    const batch = takeBatch(ahead.slice(ahead.indexOf(step)), this.#mostBytes)
    const rows = await repo.listChanges(
      this.#db,
      this.#chain,
      batch.map(({ position }) => position),
    )
    await this.turns.rest()
    this.#held = new Map(rows.map(({ position, changes }) => [position, JSON.parse(changes)]))
    await this.turns.rest()
    return this.#held.get(step.position) ?? {}
  }
}

/** The first step, and those after it while they fit. */
export function takeBatch<S extends { bytes: number }>(steps: readonly S[], most: number): S[] {
  let bytes = 0
  const end = steps.findIndex((step, index) => {
    bytes += step.bytes
    return index > 0 && bytes > most
  })
  return end === -1 ? [...steps] : steps.slice(0, end)
}
