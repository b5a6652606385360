import type { Entity } from '@aliquot/contract/entities'
import type { Context } from '../../../context.ts'
import { engineOf, hasRoundTrips } from '../../../db/dialect.ts'
import { FIRST_ROWS } from '../../../db/read-in-pages.ts'
import type { Db, EntityRow } from '../../../db/schema.ts'
import { readUndisturbed } from '../../../journal/undisturbed.ts'
import { Turns } from '../../../lib/turns.ts'
import { commentPages } from '../../comments/comments.service.ts'
import { uploadPages } from '../../uploads/uploads.record.ts'
import { stepPages } from '../entries.steps-and-links.ts'

/** The lists of a record that may be megabytes. They are read in pages, and others get their turn in between. */
export type ChildLists = Pick<Entity, 'comments' | 'steps' | 'uploads'>

/** The same as JSON, each in parts. */
export type ChildTexts = Record<keyof ChildLists, readonly string[]>

export type Parent = Pick<EntityRow, 'id' | 'type' | 'files' | 'has_steps' | 'recent_comment_at'>

/** Where to read, and the states of files to include; by default only 1. */
export interface ChildSource {
  ctx: Context
  /** The transaction of a change, which holds the entry. */
  changing: Db | undefined
  fileStates: readonly number[] | undefined
}

const NONE = ['[]']
export const NO_CHILD_TEXTS: ChildTexts = { comments: NONE, steps: NONE, uploads: NONE }

export async function readChildTexts({ ctx, changing, fileStates }: ChildSource, row: Parent): Promise<ChildTexts> {
  const read = async (db: Db, { isShort = false } = {}): Promise<ChildTexts | undefined> => {
    const limits = { turns: new Turns(), isShort }
    const lists = [
      async () =>
        row.recent_comment_at === null ? NONE : textsOf(commentPages(ctx, row.id, db), limits, { isReversed: true }),
      async () => (row.files === 0 && !fileStates ? NONE : textsOf(uploadPages(ctx, row, fileStates, db), limits)),
      async () => (row.has_steps === 0 ? NONE : textsOf(stepPages(db, ctx.config.TIMEZONE, row), limits)),
    ]
    const [comments, uploads, steps] = await readLists(db, lists)
    return comments && uploads && steps && { comments, steps, uploads }
  }
  // Undefined only if it must be short.
  const readAll = async (db: Db) => (await read(db)) as ChildTexts
  if (changing) return readAll(changing)
  // One page of each is nearly always all there is.
  return (await read(ctx.db.read, { isShort: true })) ?? readUndisturbed(ctx.db, row.id, readAll)
}

type Texts = readonly string[] | undefined

/** On SQLite nobody waits for an answer, and the pages of all lists at once would hold up everybody. */
async function readLists(db: Db, lists: readonly (() => Promise<Texts>)[]): Promise<Texts[]> {
  if (hasRoundTrips(engineOf(db))) return Promise.all(lists.map((read) => read()))
  const all: Texts[] = []
  for (const read of lists) {
    const texts = await read()
    if (!texts) break
    all.push(texts)
  }
  return all
}

interface Limits {
  turns: Turns
  /** Whether it must be less than a page. */
  isShort: boolean
}

/** Undefined if it is not short. */
async function textsOf(
  pages: AsyncIterable<object[]>,
  { turns, isShort }: Limits,
  { isReversed = false } = {},
): Promise<Texts> {
  const texts: string[] = []
  for await (const page of pages) {
    if (isShort && page.length === FIRST_ROWS) return undefined
    texts.push(JSON.stringify(isReversed ? page.reverse() : page).slice(1, -1))
    await turns.rest()
  }
  if (texts.length === 0) return NONE
  if (isReversed) texts.reverse()
  return ['[', ...texts.flatMap((text, index) => (index === 0 ? [text] : [',', text])), ']']
}

export function readChildren({ ctx, changing, fileStates }: ChildSource, row: Parent): Promise<ChildLists> {
  const read = async (db: Db): Promise<ChildLists> => {
    const turns = new Turns()
    return {
      comments: (await recordsOf(commentPages(ctx, row.id, db), turns)).reverse(),
      steps: await recordsOf(stepPages(db, ctx.config.TIMEZONE, row), turns),
      uploads: await recordsOf(uploadPages(ctx, row, fileStates, db), turns),
    }
  }
  return changing ? read(changing) : readUndisturbed(ctx.db, row.id, read)
}

async function recordsOf<Child>(pages: AsyncIterable<Child[]>, turns: Turns): Promise<Child[]> {
  const all: Child[] = []
  for await (const page of pages) {
    all.push(...page)
    await turns.rest()
  }
  return all
}
