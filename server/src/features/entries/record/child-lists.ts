import type { Entity } from '@aliquot/contract/entities'
import type { Context } from '../../../context.ts'
import type { Db, EntityRow } from '../../../db/schema.ts'
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
  db: Db
  fileStates: readonly number[] | undefined
}

const NONE = ['[]']
export const NO_CHILD_TEXTS: ChildTexts = { comments: NONE, steps: NONE, uploads: NONE }

export async function readChildTexts({ ctx, db, fileStates }: ChildSource, row: Parent): Promise<ChildTexts> {
  const turns = new Turns()
  const [comments, uploads, steps] = await Promise.all([
    row.recent_comment_at === null ? NONE : textsOf(commentPages(ctx, row.id, db), turns, { isReversed: true }),
    row.files === 0 && !fileStates ? NONE : textsOf(uploadPages(ctx, row, fileStates, db), turns),
    row.has_steps === 0 ? NONE : textsOf(stepPages(db, ctx.config.TIMEZONE, row), turns),
  ])
  return { comments, steps, uploads }
}

async function textsOf(
  pages: AsyncIterable<object[]>,
  turns: Turns,
  { isReversed = false } = {},
): Promise<readonly string[]> {
  const texts: string[] = []
  for await (const page of pages) {
    texts.push(JSON.stringify(isReversed ? page.reverse() : page).slice(1, -1))
    await turns.rest()
  }
  if (texts.length === 0) return NONE
  if (isReversed) texts.reverse()
  return ['[', ...texts.flatMap((text, index) => (index === 0 ? [text] : [',', text])), ']']
}

export async function readChildren({ ctx, db, fileStates }: ChildSource, row: Parent): Promise<ChildLists> {
  const turns = new Turns()
  return {
    comments: (await recordsOf(commentPages(ctx, row.id, db), turns)).reverse(),
    steps: await recordsOf(stepPages(db, ctx.config.TIMEZONE, row), turns),
    uploads: await recordsOf(uploadPages(ctx, row, fileStates, db), turns),
  }
}

async function recordsOf<Child>(pages: AsyncIterable<Child[]>, turns: Turns): Promise<Child[]> {
  const all: Child[] = []
  for await (const page of pages) {
    all.push(...page)
    await turns.rest()
  }
  return all
}
