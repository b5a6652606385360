import { todolist } from '@aliquot/contract/todolist'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { addTodo, editTodo, listTodo, readTodo, removeTodo } from './todolist.service.ts'

export function todolistRoutes(route: Route, ctx: Context): void {
  route(todolist.list, ({ actor, query }) => listTodo(ctx, actor, query))

  route(todolist.read, async ({ actor, params, reply }) => {
    const item = await readTodo(ctx, actor, params.id)
    reply.version(item.version)
    return item
  })

  route(todolist.add, async ({ actor, body, reply }) => {
    const { id } = await addTodo(ctx, actor, body.content ?? '')
    reply.created(`api/v2/todolist/${id}`)
  })

  route(
    todolist.edit,
    async ({ actor, params, body, ifMatch, reply }) => {
      const texts = Object.entries(body).filter(([name]) => name !== 'action')
      const item = await editTodo(ctx, actor, params.id, texts, ifMatch)
      reply.version(item.version)
      return item
    },
    { before: (actor, params) => readTodo(ctx, actor, params.id) },
  )

  route(todolist.remove, ({ actor, params, ifMatch }) => removeTodo(ctx, actor, params.id, ifMatch))
}
