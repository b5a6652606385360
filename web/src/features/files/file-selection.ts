import type { Upload } from '@aliquot/contract/uploads'
import { useState } from 'react'

/** The selected files. */
export function useFileSelection(shown: readonly Upload[]) {
  const [marked, setMarked] = useState<ReadonlySet<number>>()
  // Files that have gone or were hidden are no longer selected.
  const files = shown.filter(({ id }) => marked?.has(id))
  return {
    isOn: marked !== undefined && shown.length > 0,
    files,
    ids: new Set(files.map(({ id }) => id)),
    start: () => setMarked(new Set()),
    end: () => setMarked(undefined),
    mark(ids: readonly number[], isOn: boolean) {
      setMarked((before = new Set()) => {
        const after = new Set(before)
        for (const id of ids) isOn ? after.add(id) : after.delete(id)
        return after
      })
    },
  }
}

export type FileSelection = ReturnType<typeof useFileSelection>
