import type { Upload } from '@aliquot/contract/uploads'
import { Button, CloseButton, Text } from '@mantine/core'
import { Archive, Download, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import bar from '../../ui/layout/BulkBar.module.css'
import { measureBottomBar } from '../../ui/layout/bottom-bar.ts'
import { Told } from '../../ui/layout/Told.tsx'
import classes from './FileSection.module.css'
import type { FileSelection } from './file-selection.ts'
import { filesMessages } from './files.messages.ts'
import { FILE_STATE, type Files } from './files.queries.ts'

interface Props {
  shown: readonly Upload[]
  selection: FileSelection
  files: Files
  isReadOnly: boolean
  download(some: readonly Upload[]): void
}

const ICON = { size: 14, 'aria-hidden': true } as const

/** The actions on selected files. */
export function FileBar({ shown, selection, files, isReadOnly, download }: Props) {
  const text = useMessages(filesMessages)
  const first = useRef<HTMLButtonElement>(null)
  // After the menu that opened it has returned the focus to its button.
  useEffect(() => void setTimeout(() => first.current?.focus()), [])
  const { files: marked, mark, end } = selection
  const isNone = marked.length === 0
  const canChange = !isReadOnly && marked.every(({ immutable }) => immutable === 0)
  const perform = async (work: (some: readonly Upload[]) => Promise<void>) => {
    end()
    await work(marked)
  }
  return (
    <section
      ref={measureBottomBar}
      className={`${bar.bar} ${classes.bar} no-print`}
      aria-label={text.selected(marked.length)}
    >
      <Text size="sm" fw={600} className={bar.count}>
        {text.selected(marked.length)}
      </Text>
      <Told words={text.selected(marked.length)} />
      <div className={bar.actions}>
        <Button
          ref={first}
          size="xs"
          variant="default"
          onClick={() =>
            mark(
              shown.map(({ id }) => id),
              true,
            )
          }
        >
          {text.selectAll}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isNone}
          leftSection={<Download {...ICON} />}
          onClick={() => download(marked)}
        >
          {text.downloadSelected}
        </Button>
        {canChange && marked.every(({ state }) => state === FILE_STATE.normal) && (
          <Button
            size="xs"
            variant="default"
            disabled={isNone}
            leftSection={<Archive {...ICON} />}
            onClick={() => void perform(files.archiveAll)}
          >
            {text.archive}
          </Button>
        )}
        {canChange && marked.every(({ state }) => state !== FILE_STATE.deleted) && (
          <Button
            size="xs"
            variant="default"
            disabled={isNone}
            leftSection={<Trash2 {...ICON} />}
            onClick={() => void perform(files.takeAll)}
          >
            {text.remove}
          </Button>
        )}
      </div>
      <CloseButton aria-label={text.clearSelection} title={text.clearSelection} onClick={end} />
    </section>
  )
}
