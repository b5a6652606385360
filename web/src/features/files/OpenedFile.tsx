import type { Upload } from '@aliquot/contract/uploads'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { numberOf } from './file-versions.ts'
import { filesMessages } from './files.messages.ts'
import type { OpenFile } from './use-open-file.ts'

const FileViewer = onDemand(async () => (await import('./viewer/FileViewer.tsx')).FileViewer)
export const loadViewer = FileViewer.load

interface Props {
  opened: OpenFile
  /** The visible files in order. */
  shown: readonly Upload[]
  /** Including archived ones and earlier versions. */
  all: readonly Upload[]
  versions: ReadonlyMap<number, readonly Upload[]>
  /** There may be more than have loaded. */
  isLoading: boolean
}

/** The file that the URL names, over the page. Closing it focuses its row. */
export function OpenedFile({ opened, shown, all, versions, isLoading }: Props) {
  const text = useMessages(filesMessages)
  const { show } = useToasts()
  const file = all.find(({ id }) => id === opened.id)
  const isMissing = opened.id !== undefined && !file && !isLoading
  const latest = useRef({ opened, show, text })
  latest.current = { opened, show, text }
  useEffect(() => {
    if (!isMissing) return
    latest.current.show({ message: latest.current.text.gone, tone: 'error' })
    latest.current.opened.close()
  }, [isMissing])
  const last = useRef<number>(undefined)
  useEffect(() => {
    if (opened.id === undefined && last.current !== undefined) focusRow(last.current)
    last.current = opened.id
  }, [opened.id])
  if (!file) return null
  const series = shown.includes(file) ? undefined : [...versions.values()].find((some) => some.includes(file))
  return (
    <FileViewer
      file={file}
      files={series ?? shown}
      version={series && numberOf(file, series)}
      show={opened.show}
      close={opened.close}
      giveUp={opened.close}
    />
  )
}

function focusRow(id: number): void {
  const link = document.querySelector<HTMLElement>(`[data-file="${id}"] a`)
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}
