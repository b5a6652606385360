import type { Upload } from '@aliquot/contract/uploads'
import { useState } from 'react'

/** The files that are marked, to do something with all of them. */
export function useFileSelection(shown: readonly Upload[]) {
  const [marked, setMarked] = useState<ReadonlySet<number>>()
  // What is gone or hidden meanwhile is not meant any more.
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
