import type { Upload } from '@aliquot/contract/uploads'
import { Menu } from '@mantine/core'
import { Archive, ArchiveRestore, Copy, FileInput, MessageSquare, Pencil, Replace, Trash2, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { filesMessages } from './files.messages.ts'
import { FILE_STATE, type Files } from './files.queries.ts'
import { useInsertIntoText } from './insertion-request.ts'

interface Props {
  name: string
  file: Upload
  files: Files
  edit(what: 'name' | 'comment'): void
}

const ICON = { size: 16, 'aria-hidden': true } as const

export function FileMenu({ name, file, files, edit }: Props) {
  const text = useMessages(filesMessages)
  const picker = useRef<HTMLInputElement>(null)
  const insert = useInsertIntoText()
  const isArchived = file.state === FILE_STATE.archived
  // After the menu has closed and returned the focus to its button.
  const editSoon = (what: 'name' | 'comment') => setTimeout(edit, 0, what)
  if (file.state === FILE_STATE.deleted) {
    return (
      <MoreMenu label={text.menu(name)}>
        <Menu.Item leftSection={<Undo2 {...ICON} />} onClick={() => files.bringBack(file)}>
          {text.restore}
        </Menu.Item>
      </MoreMenu>
    )
  }
  return (
    <>
      <MoreMenu label={text.menu(name)}>
        {insert && !isArchived && (
          // After the menu has closed and returned the focus to its button.
          <Menu.Item leftSection={<FileInput {...ICON} />} onClick={() => setTimeout(insert, 0, file)}>
            {text.insertIntoText}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Pencil {...ICON} />} onClick={() => editSoon('name')}>
          {text.rename}
        </Menu.Item>
        <Menu.Item leftSection={<MessageSquare {...ICON} />} onClick={() => editSoon('comment')}>
          {file.comment === null ? text.comment : text.changeComment}
        </Menu.Item>
        {!isArchived && (
          <Menu.Item leftSection={<Replace {...ICON} />} onClick={() => picker.current?.click()}>
            {text.replace}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Copy {...ICON} />} onClick={() => files.copy(file)}>
          {text.copyFile}
        </Menu.Item>
        <Menu.Item
          leftSection={isArchived ? <ArchiveRestore {...ICON} /> : <Archive {...ICON} />}
          onClick={() => (isArchived ? files.bringBack(file) : files.archive(file))}
        >
          {isArchived ? text.unarchive : text.archive}
        </Menu.Item>
        <Menu.Item leftSection={<Trash2 {...ICON} />} c="var(--danger)" onClick={() => files.take(file)}>
          {text.remove}
        </Menu.Item>
      </MoreMenu>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={text.replacement(name)}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) files.replace(file, chosen)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
