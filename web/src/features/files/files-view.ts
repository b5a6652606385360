import { useState } from 'react'
import { useSession } from '../session/session.queries.ts'

export type FilesView = 'list' | 'grid'

/** The preferred view of files, stored on this device. */
export function useFilesView(): [FilesView, (view: FilesView) => void] {
  const { userid } = useSession()
  const place = `aliquot-files-view-${userid}`
  const [view, setView] = useState<FilesView>(localStorage.getItem(place) === 'grid' ? 'grid' : 'list')
  const choose = (wanted: FilesView) => {
    localStorage.setItem(place, wanted)
    setView(wanted)
  }
  return [view, choose]
}
