import { Button, Text } from '@mantine/core'
import { FolderUp, Paperclip } from 'lucide-react'
import { type ChangeEvent, type RefObject, useRef } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { useCommands } from '../../../ui/keys/commands.ts'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import type { NamedFile } from '../../uploads/upload-queue.ts'
import classes from '../FileSection.module.css'
import { filesMessages } from '../files.messages.ts'
import { namedFiles } from './dropped-files.ts'
import { useFileRequests } from './file-request.ts'

interface Props {
  /** The group of its shortcuts and commands. */
  group: string
  buttonRef: RefObject<HTMLButtonElement | null>
  add(files: NamedFile[]): void
}

/** Every browser supports it, but the types lack it. */
const WHOLE_FOLDER = { webkitdirectory: '' }

/** Chooses files, or a folder with all its content. */
export function AddFiles({ group, buttonRef, add }: Props) {
  const text = useMessages(filesMessages)
  const picker = useRef<HTMLInputElement>(null)
  const folderPicker = useRef<HTMLInputElement>(null)
  const choose = () => picker.current?.click()
  const chooseFolder = () => folderPicker.current?.click()
  useFileRequests(choose)
  useShortcuts({ u: { label: text.add, run: choose } }, group)
  useCommands([
    { id: 'entry-files', label: text.add, group, keys: 'u', run: choose },
    { id: 'entry-folder', label: text.addFolder, group, run: chooseFolder },
  ])
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add(namedFiles(currentTarget.files))
    currentTarget.value = ''
  }
  const button = { className: classes.add, variant: 'subtle', color: 'gray' } as const
  return (
    <div className={`${classes.adding} no-print`}>
      <Button {...button} ref={buttonRef} leftSection={<Paperclip size={16} aria-hidden="true" />} onClick={choose}>
        {text.add}
      </Button>
      <Button
        {...button}
        className={`${classes.add} ${classes.addFolder}`}
        leftSection={<FolderUp size={16} aria-hidden="true" />}
        onClick={chooseFolder}
      >
        {text.addFolder}
      </Button>
      <Text size="sm" c="var(--quiet)" className={classes.hint}>
        {text.hint}
      </Text>
      <input ref={picker} type="file" multiple hidden aria-label={text.add} onChange={take} />
      <input ref={folderPicker} type="file" {...WHOLE_FOLDER} hidden aria-label={text.addFolder} onChange={take} />
    </div>
  )
}
