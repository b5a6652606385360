import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../src/access/actor.ts'
import { type Change, change } from '../src/change.ts'
import type { Context } from '../src/context.ts'
import { addComment } from '../src/features/comments/comments.service.ts'
import { addEntity, type NewValues } from '../src/features/entities/entities.change.ts'
import { identity } from '../src/features/entities/entities.identity.ts'
import { HTML, kindOf, STATE } from '../src/features/entities/entities.types.ts'
import { setTags } from '../src/features/tags/tags.set.ts'
import { DEFAULT_PREFERENCES } from '../src/features/users/users.preferences.ts'
import { formatJson } from '../src/lib/json-text.ts'
import { metadataOf } from './extra-fields.ts'
import { pickSkewed, pickSome, type Random, random } from './random.ts'
import { textOf, titleOf } from './words.ts'
import type { SeededTeam } from './world.ts'

/** What an entry is made of, chosen before the change that makes it: that may run again after a conflict. */
interface Draft {
  actor: Actor
  type: EntityType
  values: NewValues
  body: string
  tags: Set<number>
  comments: string[]
}

/** Entries in one transaction, and transactions at a time: SQLite has one writer, PostgreSQL as many as it has cores. */
const AT_ONCE = { sqlite: { inOne: 250, beside: 1 }, postgres: { inOne: 25, beside: 8 } } as const

/** Writes entries of all types, as the people of the teams would have over the years. */
export async function makeEntries(
  ctx: Context,
  world: readonly SeededTeam[],
  count: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const { inOne, beside } = AT_ONCE[ctx.db.engine]
  let next = 0
  let done = 0
  const work = async () => {
    while (next < count) {
      const first = next
      next = Math.min(count, first + inOne)
      const numbers = Array.from({ length: next - first }, (_, index) => first + index + 1)
      await makeSome(
        ctx,
        numbers.map((number) => draftOf(world, number, count)),
      )
      done += numbers.length
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: beside }, work))
}

async function makeSome(ctx: Context, drafts: readonly Draft[]): Promise<void> {
  const author = { userid: null, via: 'cli', address: '' }
  const ids = await change(ctx, author, async (work) => {
    const made: number[] = []
    for (const draft of drafts) made.push(await make(work, draft))
    return made
  })
  const remarks = drafts.flatMap(({ actor, type, comments }, index) =>
    comments.map((text) => addComment(ctx, actor, { entity_type: type, id: ids[index] ?? 0 }, text)),
  )
  await Promise.all(remarks)
}

async function make(work: Change, { values, body, tags }: Draft): Promise<number> {
  const { id } = await addEntity(work, values, body, (added) => setTags(work, added, tags))
  return id
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
    actor: {
      userid,
      team: team.id,
      isAdmin: false,
      isSysadmin: false,
      canWrite: true,
      teams: [team.id],
      adminOf: [],
      via: 'cli',
      address: '',
    },
    type,
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
    body: textOf(pick, number, entries),
    tags: new Set(pickSome(pick, team.tags, 4)),
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
