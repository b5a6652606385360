import { type TodoItem, todolist } from '@aliquot/contract/todolist'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { finishRemoval, startRemoval, takeBackRemoval, useRemovals } from '../../ui/toasts/removals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useSession } from '../session/session.queries.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import { todoMessages } from './todo.messages.ts'

type ShownTodo = Pick<TodoItem, 'id' | 'body'>

function todoQuery() {
  return queryOptions({
    queryKey: ['todolist'],
    queryFn: async ({ signal }): Promise<ShownTodo[]> => (await call(todolist.list, { signal })).data,
    staleTime: 0,
  })
}

/** The person's to-do list. A ticked item disappears, with undo for a while. */
export function useTodos() {
  const client = useQueryClient()
  const text = useMessages(todoMessages)
  const { show, fail } = useToasts()
  const { userid } = useSession()
  const removals = useRemovals()
  const { queryKey } = todoQuery()
  const { data } = useQuery(todoQuery())
  const readAgain = () => client.invalidateQueries({ queryKey })

  const adding = useMutation({
    // One after the other, to keep the order of typing.
    scope: { id: 'todolist' },
    mutationFn: (content: string) => call(todolist.add, { body: { content } }),
    onSettled: readAgain,
  })
  const renaming = useMutation<unknown, Error, ShownTodo>({
    mutationFn: ({ id, body }) => call(todolist.edit, { params: { id }, body: { content: body } }),
    onMutate: ({ id, body }) =>
      void client.setQueryData(queryKey, (before) => before?.map((one) => (one.id === id ? { id, body } : one))),
    onSettled: readAgain,
  })

  function tick({ id, body }: ShownTodo): void {
    const name = removalName(id)
    startRemoval(name, {
      send: async (options) => {
        // Nothing is deleted in the name of somebody who has signed in since.
        if (!isSignedInAs(userid)) return
        await call(todolist.remove, { params: { id }, ...options })
        client.setQueryData(queryKey, (before) => before?.filter((one) => one.id !== id))
        if (!options.keepalive) void readAgain()
      },
    })
    show({
      message: text.done(body),
      undo: () => takeBackRemoval(name),
      onEnd: () => {
        finishRemoval(name).catch(fail)
      },
    })
  }

  return {
    todos: data?.filter(({ id }) => !removals.has(removalName(id))),
    /** Rejects if it failed. */
    add: adding.mutateAsync,
    /** Rejects if it failed. */
    rename: renaming.mutateAsync,
    tick,
  }
}

function removalName(id: number): string {
  return `to do ${id}`
}
