import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { Id, idOf, Paging, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Words } from './entity-input.ts'
import { TO_DO_LIMIT } from './limits.ts'
import { namedRecords } from './named-records.ts'

/** A private to-do item. */
export const TodoItem = z
  .object({
    id: Id,
    body: z.string(),
    creation_time: Timestamp,
    ordering: z.int().nullable(),
    userid: Id,
  })
  .register(namedRecords, { name: 'TodoItem', description: 'A line of your to-do list' })
export type TodoItem = z.infer<typeof TodoItem>

const MOST_CHARACTERS = TO_DO_LIMIT.most
const TodoText = Words.pipe(z.string().max(MOST_CHARACTERS))

export const NewTodoItem = z.object({ content: TodoText.optional(), action: AnyAction })

/** Programs use any key for the text: the last one counts. */
export const TodoChange = z
  .record(z.string(), TodoText)
  .meta({ properties: { content: { type: 'string', description: 'The new text, under this or any other name' } } })

const tag = { name: 'To do', about: 'A to-do list of your own.' }
const all = { path: '/todolist', tag }
const one = { path: '/todolist/:id', params: z.object({ id: idOf('line') }), tag }

export const todolist = {
  list: endpoint({
    ...all,
    name: 'readTodolist',
    method: 'GET',
    access: 'account',
    summary: 'What you want to do, newest first',
    query: Paging,
    reply: z.array(TodoItem),
    status: 200,
    errors: [],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'readTodoItem',
    method: 'GET',
    summary: 'One thing that you want to do',
    reply: TodoItem,
    status: 200,
    errors: [404],
  }),
  add: endpoint({
    ...all,
    aliases: [one.path],
    name: 'postTodolist',
    method: 'POST',
    access: 'account',
    summary: 'Note something to do',
    body: NewTodoItem,
    example: { content: 'Order pipette tips' },
    status: 201,
    errors: [422],
  }),
  edit: endpoint({
    ...one,
    name: 'patchTodoItem',
    method: 'PATCH',
    summary: 'Change the text',
    body: TodoChange,
    example: { content: 'Order pipette tips and gloves' },
    reply: TodoItem,
    status: 200,
    errors: [404, 412],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteTodoItem',
    method: 'DELETE',
    access: 'account',
    summary: 'Remove it, done or not',
    status: 204,
    errors: [412],
  }),
}
