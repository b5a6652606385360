import type { QueryClient } from '@tanstack/react-query'
import { localeOf } from '../../../i18n/locale.ts'
import { messagesIn } from '../../../i18n/messages.tsx'
import type { Toast } from '../../../ui/toasts/toasts.tsx'
import { entryKeys } from '../../entry-data/entry-keys.ts'
import { editRows, putBack, removeRows, type Snapshot, stopLoading } from '../change-lists.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { listPartMessages } from '../list-parts.messages.ts'
import { type BulkAction, nothing, type Outcome, runBulk } from './bulk-actions.ts'
import type { Doing, Failures, Progress } from './bulk-report.ts'

/** What a run needs of the page. */
interface Tools {
  client: QueryClient
  count(count: string, isOne: boolean): string
  language: string
  show(toast: Toast): void
  setProgress(progress: Progress | undefined): void
  setFailures(failures: Failures | undefined): void
}

/** Shorter runs finish before a number could be read. */
const LONG = 30

/** Runs an action on all rows, which show it at once, and offers to undo it. Resolves with the refused rows. */
export async function performBulk(tools: Tools, action: BulkAction, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  const { client, language, show } = tools
  await stopLoading(client)
  const before = preview(client, action, rows)
  const outcome = await run(tools, action.name, rows, action.run)
  const done = outcome.done.map(({ row }) => row)
  if (outcome.failed.length > 0) {
    putBack(client, before)
    preview(client, action, done)
  }
  if (done.length > 0) {
    const { done: said } = messagesIn(language, listPartMessages)
    const say = typeof action.name === 'string' ? said[action.name] : action.name.done
    show({ message: say(inWords(tools, done)), undo: () => takeBack(tools, outcome, before) })
  }
  return outcome.failed.map(({ row }) => row)
}

async function run(tools: Tools, name: Doing, rows: readonly EntryRow[], act: BulkAction['run']): Promise<Outcome> {
  const { client, setProgress, setFailures } = tools
  setFailures(undefined)
  const tell = (finished: number) => rows.length > LONG && setProgress({ finished, of: rows.length })
  const outcome = await runBulk(rows, act, tell)
  setProgress(undefined)
  if (outcome.failed.length > 0) setFailures({ action: name, of: rows.length, entries: outcome.failed })
  void client.invalidateQueries({ queryKey: entryKeys.all })
  return outcome
}

async function takeBack(tools: Tools, outcome: Outcome, before: Snapshot): Promise<void> {
  const { client, language } = tools
  await stopLoading(client)
  putBack(client, before)
  const undos = new Map(outcome.done.map(({ row, undo }) => [row.id, undo]))
  const rows = outcome.done.map(({ row }) => row)
  const { failed } = await run(tools, 'undo', rows, async (row) => {
    await undos.get(row.id)?.()
    return nothing
  })
  // Also reported by the toast, because the list may have been left.
  const text = messagesIn(language, listPartMessages)
  if (failed.length > 0) throw new Error(text.failed.undo(failed.length, rows.length))
}

function preview(client: QueryClient, action: BulkAction, rows: readonly EntryRow[]): Snapshot {
  const ids = new Set(rows.map(({ id }) => id))
  const leaves = rows.every((row) => action.preview(row) === undefined)
  return leaves ? removeRows(client, ids) : editRows(client, ids, (row) => action.preview(row) ?? row)
}

function inWords({ count, language }: Tools, rows: readonly EntryRow[]): string {
  const [first] = rows
  return rows.length === 1 && first
    ? messagesIn(language, listPartMessages).quoted(first.title)
    : count(rows.length.toLocaleString(localeOf(language)), false)
}
