import type { Entity } from '@aliquot/contract/entities'
import { type Upload, uploads } from '@aliquot/contract/uploads'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../../api/call.ts'
import { changedMeanwhile } from '../../api/if-unchanged.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { parseServiceTime } from '../../ui/time/time.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { type Failure, runBulk } from '../entry-list/bulk/bulk-actions.ts'
import { useSession } from '../session/session.queries.ts'
import { uploadQueue } from '../uploads/upload-queue.ts'
import { nameOf } from './file-facts.ts'
import { filesMessages } from './files.messages.ts'

export const FILE_STATE = { normal: 1, archived: 2, deleted: 3 } as const

type FileState = (typeof FILE_STATE)[keyof typeof FILE_STATE]
type FileChange = { real_name: string } | { comment: string } | { state: FileState }

/** An action on many files, and those for which it was refused. */
interface Refusals {
  action: 'archive' | 'remove' | 'undo'
  of: number
  refused: Failure<Upload>[]
}

export type Files = ReturnType<typeof useFiles>

/** The files of an entry, including archived and deleted ones, newest first. */
function filesQuery(entry: EntryRef) {
  return queryOptions({
    queryKey: entryKeys.files(entry.id),
    queryFn: async ({ signal }): Promise<Upload[]> =>
      (await call(uploads.list, { params: entryParams(entry), query: { state: '1,2,3' }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(awaitsPicture) ? 3_000 : false),
  })
}

const PICTURED = /^image\/|pdf$/
const SOON_MS = 30_000

/** The service makes thumbnails shortly after an upload, which is not a change that the stream tells. */
function awaitsPicture({ mime_type, has_thumbnail, created_at }: Upload): boolean {
  if (has_thumbnail === 1 || !PICTURED.test(mime_type)) return false
  return Date.now() - parseServiceTime(created_at).getTime() < SOON_MS
}

/** The files of an entry, and those being sent. Changes are optimistic and rolled back if the service refuses. */
export function useFiles(entry: Entity) {
  const client = useQueryClient()
  const text = useMessages(filesMessages)
  const { userid } = useSession()
  const { show, showWhenDone, failOrRetry } = useToasts()
  const [refusals, setRefusals] = useState<Refusals>()
  const { queryKey } = filesQuery(entry)
  const { data: files = entry.uploads, isFetching } = useQuery(filesQuery(entry))
  const queue = uploadQueue(entry, userid)
  // Only whether files are being sent: the progress is rendered separately, so not all files render with each part.
  const isSending = useSyncExternalStore(queue.subscribe, () => queue.shown.length > 0)
  const paramsOf = ({ id }: Upload) => ({ ...entryParams(entry), subid: id })

  /** Previews the change, runs it and reloads the files. False if it failed. */
  async function apply(preview: (files: Upload[]) => Upload[], work: () => Promise<unknown>): Promise<boolean> {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (before) => before && preview(before))
    try {
      await work()
      return true
    } catch (error) {
      failOrRetry(error, () => apply(preview, work))
      return false
    } finally {
      noteChanged(client, entry.id)
      void client.invalidateQueries({ queryKey })
    }
  }

  // Not by state alone: only with the action does the service check whether the main text shows the file.
  const sendToArchive = (file: Upload) =>
    call(uploads.edit, { params: paramsOf(file), body: { action: 'archive', state: FILE_STATE.archived } })

  function change(file: Upload, fields: FileChange): Promise<boolean> {
    return apply(
      (before) => before.map((one) => (one.id === file.id ? { ...one, ...fields } : one)),
      () => call(uploads.edit, { params: paramsOf(file), body: fields }),
    )
  }

  /** Undoes archiving or deletion, unless somebody has changed the file since. */
  async function bringBack(file: Upload, from: FileState): Promise<void> {
    const { data, etag } = await call(uploads.read, { params: paramsOf(file) })
    if (data.state !== from || !etag) throw changedMeanwhile()
    await call(uploads.edit, { params: paramsOf(file), body: { state: file.state as FileState }, ifMatch: etag })
  }

  const bringBackOne = (file: Upload, from: FileState) => async () => {
    try {
      await bringBack(file, from)
    } finally {
      noteChanged(client, entry.id)
      void client.invalidateQueries({ queryKey })
    }
  }

  async function archive(file: Upload): Promise<void> {
    const archiving = apply(
      (before) => before.map((one) => (one.id === file.id ? { ...one, state: FILE_STATE.archived } : one)),
      () => sendToArchive(file),
    )
    const toast = { message: text.archived(file.real_name), undo: bringBackOne(file, FILE_STATE.archived) }
    await showWhenDone(archiving.then((isDone) => (isDone ? toast : undefined)))
  }

  async function take(file: Upload): Promise<void> {
    const removing = apply(
      (before) => before.map((one) => (one.id === file.id ? { ...one, state: FILE_STATE.deleted } : one)),
      () => call(uploads.remove, { params: paramsOf(file) }),
    )
    const toast = { message: text.removed(file.real_name), undo: bringBackOne(file, FILE_STATE.deleted) }
    await showWhenDone(removing.then((isDone) => (isDone ? toast : undefined)))
  }

  async function copy(file: Upload): Promise<void> {
    try {
      await call(uploads.replace, { params: paramsOf(file), body: { action: 'duplicate' } })
    } catch (error) {
      return failOrRetry(error, () => copy(file))
    }
    noteChanged(client, entry.id)
    await client.invalidateQueries({ queryKey })
    show({ message: text.copied(file.real_name) })
  }

  /** The new version keeps the name, because texts and protocols may refer to it; its own name is offered. */
  function replace(file: Upload, chosen: File): void {
    const name = file.real_name.slice(0, file.real_name.lastIndexOf('/') + 1) + chosen.name
    const onSent = (id: number) => {
      const made = { ...file, id }
      const offer = { retry: () => change(made, { real_name: name }), retryLabel: text.useName(chosen.name) }
      show({ message: text.replaced(nameOf(file)), ...(name !== file.real_name && offer) })
    }
    queue.add([{ file: chosen, name: file.real_name, replaces: file.id, onSent }])
  }

  /** Replaces the current version by a copy of an earlier one. The current one stays among the versions. */
  async function makeCurrent(current: Upload, version: Upload, number: number): Promise<void> {
    const name = nameOf(current)
    try {
      const { id } = await call(uploads.replace, {
        params: paramsOf(current),
        body: { action: 'replace', source: version.id },
      })
      const made = { ...version, id, comment: current.comment, state: FILE_STATE.normal }
      show({ message: text.isCurrent(number, name), undo: () => replaceBack(made, current) })
    } catch (error) {
      failOrRetry(error, () => makeCurrent(current, version, number))
    }
    noteChanged(client, entry.id)
    await client.invalidateQueries({ queryKey })
  }

  /** Unless somebody has changed it since. */
  async function replaceBack(made: Upload, before: Upload): Promise<void> {
    try {
      const { data, etag } = await call(uploads.read, { params: paramsOf(made) })
      const isAsMade = (['state', 'real_name', 'comment'] as const).every((field) => data[field] === made[field])
      if (!isAsMade || !etag) throw changedMeanwhile()
      const body = { action: 'replace', source: before.id } as const
      await call(uploads.replace, { params: paramsOf(made), body, ifMatch: etag })
    } finally {
      noteChanged(client, entry.id)
      void client.invalidateQueries({ queryKey })
    }
  }

  /** Runs on several files. A refusal does not stop the others, and is reported afterwards. */
  async function runAll(action: Refusals['action'], some: readonly Upload[], work: (file: Upload) => Promise<unknown>) {
    setRefusals(undefined)
    await client.cancelQueries({ queryKey })
    const { done, failed } = await runBulk(some, async (file) => {
      await work(file)
      return nothing
    })
    if (failed.length > 0) setRefusals({ action, of: some.length, refused: failed })
    noteChanged(client, entry.id)
    void client.invalidateQueries({ queryKey })
    return { done: done.map(({ row }) => row), failed }
  }

  /** With one undo for all changed files. They are shown as changed at once; refused ones return. */
  async function changeAll(
    action: 'archive' | 'remove',
    some: readonly Upload[],
    state: FileState,
    work: (file: Upload) => Promise<unknown>,
  ) {
    const changing = async () => {
      await client.cancelQueries({ queryKey })
      showStates(new Map(some.map(({ id }) => [id, state])))
      const { done, failed } = await runAll(action, some, work)
      showStates(new Map(failed.map(({ row }) => [row.id, row.state])))
      if (done.length === 0) return undefined
      return { message: text.done[action](done.length), undo: () => takeBack(done, state) }
    }
    await showWhenDone(changing())
  }

  function showStates(states: ReadonlyMap<number, number>): void {
    client.setQueryData(queryKey, (before) =>
      before?.map((one) => ({ ...one, state: states.get(one.id) ?? one.state })),
    )
  }

  async function takeBack(some: readonly Upload[], from: FileState): Promise<void> {
    const { failed } = await runAll('undo', some, (file) => bringBack(file, from))
    // Also reported by a toast, because the entry may have been left.
    if (failed.length > 0) throw new Error(text.failed.undo(failed.length, some.length))
  }

  return {
    files,
    isLoading: isFetching,
    isSending,
    queue,
    rename: (file: Upload, real_name: string) => void change(file, { real_name }),
    comment: (file: Upload, comment: string) => void change(file, { comment }),
    bringBack: (file: Upload) => void change(file, { state: FILE_STATE.normal }),
    archive: (file: Upload) => void archive(file),
    take: (file: Upload) => void take(file),
    copy: (file: Upload) => void copy(file),
    replace,
    makeCurrent,
    archiveAll: (some: readonly Upload[]) => changeAll('archive', some, FILE_STATE.archived, sendToArchive),
    takeAll: (some: readonly Upload[]) =>
      changeAll('remove', some, FILE_STATE.deleted, (file) => call(uploads.remove, { params: paramsOf(file) })),
    refusals,
    forgetRefusals: () => setRefusals(undefined),
  }
}

async function nothing(): Promise<void> {}
