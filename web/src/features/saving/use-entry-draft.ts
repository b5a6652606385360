import type { Entity, entities } from '@aliquot/contract/entities'
import { useEffect, useRef, useState } from 'react'
import { patch } from '../../api/client.ts'
import type { Conflict, ConflictChoice, SaveStatus } from './saving.types.ts'

/** The text of an entry as it is being written. */
export interface EntryDraft {
  title: string
  setTitle(title: string): void
  body: string
  /** A function is asked for the text only when it is needed. */
  setBody(body: string | (() => string)): void
  status: SaveStatus
  conflict: Conflict | undefined
  resolveConflict(choice: ConflictChoice): void
}

export function useEntryDraft(entry: Entity, _etag: string): EntryDraft {
  const [title, setTitle] = useState(entry.title)
  const [body, setBody] = useState(entry.body ?? '')
  const [status, setStatus] = useState<SaveStatus>({ state: 'saved', at: undefined })
  const saved = useRef({ title, body })
  useEffect(() => {
    if (saved.current.title === title && saved.current.body === body) return
    setStatus({ state: 'saving' })
    const timer = setTimeout(async () => {
      await patch<typeof entities.edit>(`/experiments/${entry.id}`, { title, body })
      saved.current = { title, body }
      setStatus({ state: 'saved', at: Date.now() })
    }, 500)
    return () => clearTimeout(timer)
  }, [title, body, entry.id])
  return {
    title,
    setTitle,
    body,
    setBody: (next) => setBody(typeof next === 'string' ? next : next()),
    status,
    conflict: undefined,
    resolveConflict: () => {},
  }
}
