import type { EntityType } from '@aliquot/contract/common'
import { change } from '../src/change.ts'
import type { Context } from '../src/context.ts'
import type { EntityRow } from '../src/db/schema.ts'
import { addEntity, type NewValues } from '../src/features/entries/entries.change.ts'
import { identity } from '../src/features/entries/entries.creator.ts'
import { HTML, kindOf, STATE } from '../src/features/entries/entries.types.ts'
import { setTags } from '../src/features/tags/tags.set.ts'
import { DEFAULT_PREFERENCES } from '../src/features/users/users.preferences.ts'
import { formatJson } from '../src/lib/json-text.ts'
import { EntryRows } from './entry-rows.ts'
import { metadataOf } from './extra-fields.ts'
import { pickSkewed, pickSome, type Random, random } from './random.ts'
import { type MadeUpText, textOf, titleOf } from './words.ts'
import { SEEDER, type SeededTag, type SeededTeam } from './world.ts'
import { nextIds, writeRows } from './write-rows.ts'

/** What a generated entry consists of, before its rows are made. */
export interface Draft {
  values: NewValues
  body: MadeUpText
  tags: SeededTag[]
  comments: string[]
}

/** Entries per transaction, and concurrent transactions: while PostgreSQL stores some, the next ones are generated. */
const AT_ONCE = { sqlite: { inOne: 5000, beside: 1 }, postgres: { inOne: 5000, beside: 2 } } as const

interface Course {
  onProgress(done: number): void
  /** Ends it early. What was written stays. */
  signal?: AbortSignal | undefined
}

/** Writes entries of all types, as the people of the teams would have over the years. */
export async function makeEntries(
  ctx: Context,
  world: readonly SeededTeam[],
  count: number,
  { onProgress, signal }: Course,
): Promise<void> {
  const rows = new EntryRows(ctx, await makeFirst(ctx, draftOf(world, 1, count)), await nextIds(ctx.db.read))
  const { inOne, beside } = AT_ONCE[ctx.db.engine]
  let next = 2
  let done = 1
  const work = async () => {
    while (next <= count && !signal?.aborted) {
      const first = next
      next = Math.min(count + 1, first + inOne)
      for (let number = first; number < next; number++) rows.add(draftOf(world, number, count))
      const some = next - first
      await writeRows(ctx, rows.take())
      done += some
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: beside }, work))
}

/** Creates one through the service. The rows of all others are modelled on it. */
function makeFirst(ctx: Context, { values, body, tags }: Draft): Promise<EntityRow> {
  return change(ctx, SEEDER, (work) =>
    addEntity(work, values, body.text, (added) => setTags(work, added, new Set(tags.map(({ id }) => id)))),
  )
}

function draftOf(world: readonly SeededTeam[], number: number, entries: number): Draft {
  const pick = random(number)
  const team = pickSkewed(pick, world)
  const userid = pickSkewed(pick, team.people)
  const type = typeOf(pick())
  const kind = kindOf(type)
  const label = (kindNumber: number) => (pick() < 0.7 ? pickSkewed(pick, team.labels[kindNumber] ?? []) : null)
  const metadata = metadataOf(pick)
  const day = dayOf(pick)
  return {
    values: {
      ...identity(kind, day),
      type: kind.number,
      team: team.id,
      userid,
      title: titleOf(pick, number),
      content_type: HTML,
      category: label(kind.category),
      status: label(kind.status),
      custom_id: null,
      rating: pick() < 0.1 ? Math.ceil(5 * pick()) : 0,
      hide_main_text: 0,
      metadata: metadata ? formatJson(metadata) : null,
      state: stateOf(pick()),
      canread: sharedWith(pick, team),
      canwrite: DEFAULT_PREFERENCES.default_write,
      canread_base: baseOf(pick()),
      canwrite_base: DEFAULT_PREFERENCES.default_write_base,
      canread_is_immutable: 0,
      canwrite_is_immutable: 0,
      locked: 0,
      timestamped: 0,
    },
    body: textOf(number, entries),
    tags: pickSome(pick, team.tags, 4),
    comments: pick() < 0.1 ? remarksOf(pick) : [],
  }
}

function typeOf(share: number): EntityType {
  if (share < 0.7) return 'experiments'
  if (share < 0.95) return 'items'
  return share < 0.99 ? 'experiments_templates' : 'items_types'
}

function stateOf(share: number): number {
  if (share < 0.95) return STATE.normal
  return share < 0.98 ? STATE.archived : STATE.deleted
}

function baseOf(share: number): number {
  if (share < 0.8) return 30
  if (share < 0.9) return 20
  if (share < 0.93) return 10
  return share < 0.99 ? 40 : 50
}

function sharedWith(pick: Random, team: SeededTeam): string {
  const users = pick() < 0.02 ? [pickSkewed(pick, team.people)] : []
  return `{"teams": [], "teamgroups": [], "users": [${users.join(', ')}]}`
}

const YEARS = 6
const FIRST_DAY = Date.parse('2020-01-01')

function dayOf(pick: Random): string {
  return new Date(FIRST_DAY + pick() * YEARS * 365 * 86_400_000).toISOString().slice(0, 10)
}

function remarksOf(pick: Random): string[] {
  return Array.from({ length: 1 + Math.floor(3 * pick()) }, (_, index) => `Remark ${index + 1}: repeat with less salt.`)
}
