import { type Entity, entities } from '@aliquot/contract/entities'
import { type ListedRequest, type Requestable, requestActions } from '@aliquot/contract/request-actions'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { finishRemoval, startRemoval, takeBackRemoval, useRemovals } from '../../ui/toasts/removals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { liveOutbox } from '../comments/live-outbox.ts'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { useSession } from '../session/session.queries.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import { requestMessages } from './requests.messages.ts'

/** The service's numbers of the actions. */
const NUMBERS: Readonly<Record<Requestable, ListedRequest['action']>> = {
  archive: 10,
  lock: 20,
  review: 30,
  sign: 40,
  timestamp: 50,
}

/** The actions that can be requested here: those that this interface can do. */
export const ASKABLE = ['lock', 'review', 'archive'] as const satisfies Requestable[]
export type Askable = (typeof ASKABLE)[number]

export function actionOf({ action }: Pick<ListedRequest, 'action'>): Requestable {
  const names = Object.keys(NUMBERS) as Requestable[]
  return names.find((name) => NUMBERS[name] === action) ?? 'review'
}

const OWN = ['requests', 'own']

/** The requests to the person, newest first. */
export function ownRequests() {
  return queryOptions({
    queryKey: OWN,
    queryFn: async ({ signal }) => (await call(requestActions.own, { params: { id: 'me' }, signal })).data,
    staleTime: 0,
  })
}

function requestsOf(entry: EntryRef) {
  return queryOptions({
    queryKey: entryKeys.requests(entry.id),
    queryFn: async ({ signal }) => (await call(requestActions.list, { params: entryParams(entry), signal })).data,
  })
}

/** The pending requests of an entry. */
export function useRequests(entry: Entity) {
  const client = useQueryClient()
  const text = useMessages(requestMessages)
  const { show, fail } = useToasts()
  const { userid } = useSession()
  const removals = useRemovals()
  const { data = [] } = useQuery(requestsOf(entry))
  const params = entryParams(entry)
  const requests = data.filter(({ id }) => !removals.has(removalName(id)))

  const readAgain = () => {
    noteChanged(client, entry.id)
    void client.invalidateQueries({ queryKey: OWN })
    return client.invalidateQueries({ queryKey: entryKeys.requests(entry.id) })
  }

  /** Rejects if it is refused. */
  async function ask(person: { userid: number; fullname: string }, action: Askable): Promise<void> {
    const body = { target_userid: person.userid, target_action: NUMBERS[action] }
    await call(requestActions.add, { params, body })
    show({ message: text.asked(person.fullname) })
    await readAgain()
  }

  async function review(): Promise<void> {
    try {
      await call(entities.edit, { params: entryParams(entry), body: { action: 'review' } })
      show({ message: text.reviewedDone })
      await readAgain()
    } catch (error) {
      fail(error)
    }
  }

  /** The words become a comment, and the request closes. Neither can be undone alone. */
  function askForChanges(request: ListedRequest, words: string): void {
    const comment = { key: newKey(), comment: words, at: Date.now() }
    const comments = liveOutbox(entry, userid)
    comments.outbox.add(comment)
    const name = startClosing(request)
    // While the request is open, the service tells who made it of the comment.
    whenSent(comments, comment.key)
      .then((isSent) => (isSent ? finishRemoval(name) : takeBackRemoval(name)))
      .catch(fail)
    show({ message: text.changesAsked })
  }

  /** Withdrawn by the requester, or declined by the person asked. */
  function withdraw(request: ListedRequest): void {
    const name = startClosing(request)
    show({
      message: request.requester_userid === userid ? text.takenBack : text.turnedDown,
      undo: () => takeBackRemoval(name),
      onEnd: () => {
        finishRemoval(name).catch(fail)
      },
    })
  }

  function startClosing(request: ListedRequest): string {
    const name = removalName(request.id)
    startRemoval(name, {
      send: async (options) => {
        // Nothing is done in the name of somebody who has signed in since.
        if (!isSignedInAs(userid)) return
        await call(requestActions.remove, { params: { ...params, subid: request.id }, ...options })
        client.setQueryData(requestsOf(entry).queryKey, (before) => before?.filter(({ id }) => id !== request.id))
        // A closing page need not reload anything, and could not without a session.
        if (!options.keepalive) void readAgain()
      },
    })
    return name
  }

  return { requests, ask, review, askForChanges, withdraw }
}

/** False if the service refused it: the words then go back into the field of comments. */
function whenSent({ outbox, subscribe }: ReturnType<typeof liveOutbox>, key: string): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = subscribe(check)
    check()
    function check() {
      if (outbox.unsent.some((one) => one.key === key)) return
      stop()
      resolve(!outbox.refused.some((one) => one.key === key))
    }
  })
}

function removalName(id: number): string {
  return `request ${id}`
}
