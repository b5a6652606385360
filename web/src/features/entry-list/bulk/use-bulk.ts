import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { entryKeys } from '../../entry-data/entry-keys.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { editRows, putBack, removeRows, type Snapshot, stopLoading } from '../list-cache.ts'
import { useListTypeMessages } from '../list-type.ts'
import { type BulkAction, type Failure, type Outcome, runBulk } from './bulk-actions.ts'

type Doing = BulkAction['name'] | 'undo'

export interface Failures {
  action: Doing
  of: number
  entries: Failure[]
}

export interface Bulk {
  /** Runs on all rows optimistically; resolves with the refused rows. */
  perform(action: BulkAction, rows: readonly EntryRow[]): Promise<EntryRow[]>
  /** The progress of a long run. */
  progress: { finished: number; of: number } | undefined
  failures: Failures | undefined
  forgetFailures(): void
}

/** Shorter runs finish before a number could be read. */
const LONG = 30

export function useBulk(): Bulk {
  const client = useQueryClient()
  const text = useMessages(entryListMessages)
  const { count } = useListTypeMessages()
  const { language } = useLanguage()
  const { show } = useToasts()
  const [progress, setProgress] = useState<Bulk['progress']>()
  const [failures, setFailures] = useState<Failures>()

  async function run(name: Doing, rows: readonly EntryRow[], act: BulkAction['run']) {
    setFailures(undefined)
    const tell = (finished: number) => rows.length > LONG && setProgress({ finished, of: rows.length })
    const outcome = await runBulk(rows, act, tell)
    setProgress(undefined)
    if (outcome.failed.length > 0) setFailures({ action: name, of: rows.length, entries: outcome.failed })
    void client.invalidateQueries({ queryKey: entryKeys.all })
    return outcome
  }

  async function takeBack(outcome: Outcome, before: Snapshot) {
    await stopLoading(client)
    putBack(client, before)
    const undos = new Map(outcome.done.map(({ row, undo }) => [row.id, undo]))
    const rows = outcome.done.map(({ row }) => row)
    const { failed } = await run('undo', rows, async (row) => {
      await undos.get(row.id)?.()
      return nothing
    })
    // Also reported by the toast, because the list may have been left.
    if (failed.length > 0) throw new Error(text.failed.undo(failed.length, rows.length))
  }

  function inWords(rows: readonly EntryRow[]): string {
    const [first] = rows
    return rows.length === 1 && first
      ? text.quoted(first.title)
      : count(rows.length.toLocaleString(localeOf(language)), false)
  }

  return {
    progress,
    failures,
    forgetFailures: () => setFailures(undefined),
    perform: async (action, rows) => {
      await stopLoading(client)
      const before = preview(action, rows)
      const outcome = await run(action.name, rows, action.run)
      if (outcome.failed.length > 0) {
        putBack(client, before)
        preview(
          action,
          outcome.done.map(({ row }) => row),
        )
      }
      if (outcome.done.length > 0) {
        const done = typeof action.name === 'string' ? text.done[action.name] : action.name.done
        const message = done(inWords(outcome.done.map(({ row }) => row)))
        show({ message, undo: () => takeBack(outcome, before) })
      }
      return outcome.failed.map(({ row }) => row)
    },
  }

  function preview(action: BulkAction, rows: readonly EntryRow[]): Snapshot {
    const ids = new Set(rows.map(({ id }) => id))
    const leaves = rows.every((row) => action.preview(row) === undefined)
    return leaves ? removeRows(client, ids) : editRows(client, ids, (row) => action.preview(row) ?? row)
  }
}

async function nothing(): Promise<void> {}
