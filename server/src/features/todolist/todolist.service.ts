import type { Paging } from '@aliquot/contract/common'
import type { TodoItem } from '@aliquot/contract/todolist'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, TodoItemRow } from '../../db/schema.ts'
import { todoItemsTable } from '../../db/tables/people/todo-items.ts'
import { InvalidInput, NotFound, Unprocessable } from '../../errors.ts'
import type { Changes } from '../../journal/changes.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { wireTime } from '../../lib/dates.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import * as repo from './todolist.repo.ts'

/** A to-do item with the version for its ETag. */
export type SeenItem = TodoItem & { version: number }

/** More than anybody needs. */
const MOST_ITEMS = 1000

export async function listTodo(ctx: Context, actor: Actor, paging: Paging): Promise<Page<TodoItem>> {
  const rows = await repo.listOf(ctx.db.read, { userid: actor.userid })
  return pageOf(
    rows.map((row) => toItem(ctx, row)),
    paging,
  )
}

export async function readTodo(ctx: Context, actor: Actor, id: number): Promise<SeenItem> {
  return toItem(ctx, await requireItem(ctx.db.read, actor, id))
}

export function addTodo(ctx: Context, actor: Actor, body: string): Promise<{ id: number }> {
  return change(ctx, actor, async (work) => {
    const { userid } = actor
    const [counted] = await repo.count(work.db, { userid })
    if ((counted?.total ?? 0) >= MOST_ITEMS) throw new Unprocessable('todo.too_many', { most: MOST_ITEMS })
    const [row] = await repo.insert(work.db, { userid, body, at: work.at })
    if (!row) throw missing()
    await recordItem(work, row.id, 'created', { userid: { after: userid } }, sealOf(todoItemsTable, row))
    return { id: row.id }
  })
}

/** Sets the last of these texts; a no-op without one. */
export function editTodo(
  ctx: Context,
  actor: Actor,
  id: number,
  texts: readonly (readonly [name: string, text: string])[],
  ifMatch: IfMatch,
): Promise<SeenItem> {
  return change(ctx, actor, async (work) => {
    const before = await requireItem(work.db, actor, id)
    await requireMatch(ifMatch, before.version, async () => toItem(ctx, before))
    const [name, body] = texts.at(-1) ?? ['content', before.body]
    if (texts.length > 0 && body.trim() === '') throw new InvalidInput('field.empty', { field: name })
    if (body === before.body) return toItem(ctx, before)
    const [row] = await repo.update(work.db, { id, body })
    if (!row) throw missing()
    await recordItem(work, id, 'updated', { body: {} }, sealOf(todoItemsTable, row))
    return toItem(ctx, row)
  })
}

/** Deleting a missing or foreign item is a no-op. */
export function removeTodo(ctx: Context, actor: Actor, id: number, ifMatch: IfMatch): Promise<void> {
  return change(ctx, actor, async (work) => {
    const [row] = await repo.find(work.db, { id, userid: actor.userid })
    if (!row) return
    await requireMatch(ifMatch, row.version, async () => toItem(ctx, row))
    await drop(work, row)
  })
}

async function drop(work: Change, row: TodoItemRow): Promise<void> {
  await repo.remove(work.db, { id: row.id })
  await recordItem(work, row.id, 'deleted', { userid: { before: row.userid } }, null)
}

/** The journal does not get the text, because sysadmins read this chain. The seal shows when it was altered. */
function recordItem(
  work: Change,
  id: number,
  verb: 'created' | 'updated' | 'deleted',
  changes: Changes,
  seal: string | null,
): Promise<number> {
  return work.record({ chain: INSTANCE_CHAIN, subject: 'todo', subjectId: id, verb, changes, seal })
}

async function requireItem(db: Db, actor: Actor, id: number): Promise<TodoItemRow> {
  const [row] = await repo.find(db, { id, userid: actor.userid })
  if (!row) throw missing()
  return row
}

function missing(): NotFound {
  return new NotFound('todo.not_found')
}

function toItem(ctx: Context, row: TodoItemRow): SeenItem {
  return {
    id: row.id,
    body: row.body,
    creation_time: wireTime(row.created_at, ctx.config.TIMEZONE),
    ordering: row.ordering,
    userid: row.userid,
    version: row.version,
  }
}
