import { type PointerEvent, useState } from 'react'
import type { EntryRow } from '../entry-list.queries.ts'
import { followPointer } from './follow-pointer.ts'

export interface Drag {
  /** The dragged entry. */
  row: EntryRow | undefined
  /** The place under it. */
  over: string | undefined
  start(event: PointerEvent<HTMLElement>, row: EntryRow): void
}

/** Entries that can be dragged to places with `data-drop`. */
export function useDrag(drop: (row: EntryRow, place: string) => void): Drag {
  const [state, setState] = useState<{ row: EntryRow; over: string | undefined }>()
  return {
    row: state?.row,
    over: state?.over,
    start: (event, row) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return
      followPointer(event.currentTarget, event.nativeEvent, {
        begin: () => setState({ row, over: undefined }),
        over: (over) => setState((before) => (before?.over === over ? before : { row, over })),
        end: (place) => {
          setState(undefined)
          if (place !== undefined) drop(row, place)
        },
      })
    },
  }
}
