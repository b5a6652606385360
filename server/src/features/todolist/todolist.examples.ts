import type { Examples, World } from '../../../test/example-world.ts'

export const examples: Examples = {
  postTodolist: () => ({ body: { content: 'Order tips' } }),
  patchTodoItem: async (world) => ({ params: await noted(world), body: { content: 'Order gloves' } }),
  deleteTodoItem: async (world) => ({ params: await noted(world) }),
}

async function noted({ as, ada }: World): Promise<Record<string, number>> {
  return { id: (await as(ada).post('todolist', { content: 'Order tips' })).id }
}
