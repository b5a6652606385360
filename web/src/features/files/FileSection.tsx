import type { Entity } from '@aliquot/contract/entities'
import { Button, Text, Title } from '@mantine/core'
import { LayoutGrid, List, Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { useCommands } from '../../shell/commands.ts'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { Segments } from '../../ui/Segments.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { STATE } from '../entry/entry-rights.ts'
import { useTypeTexts } from '../entry/entry-type.text.ts'
import { namedFiles } from './dropped-files.ts'
import classes from './FileSection.module.css'
import { FileTree } from './FileTree.tsx'
import { thumbnailAddress } from './file-facts.ts'
import { filesIn, fileTree } from './file-tree.ts'
import { FILE_STATE, useFiles } from './files.queries.ts'
import { filesTexts } from './files.text.ts'
import { type FilesView, useFilesView } from './files-view.ts'
import { OpenedFile } from './OpenedFile.tsx'
import { SendingRow } from './SendingRow.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useOpenFile } from './use-open-file.ts'
import { useRowFocus } from './use-row-focus.ts'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

/** With so many pictures they are better seen side by side. */
const FEWEST_PICTURES = 4

/** The files of an entry; more are added by choosing, dropping or pasting them. */
export function FileSection({ entry, isReadOnly }: Props) {
  const text = useTexts(filesTexts)
  const { this: group } = useTypeTexts(entry.type)
  const files = useFiles(entry)
  const { show } = useToasts()
  const picker = useRef<HTMLInputElement>(null)
  const section = useRef<HTMLElement>(null)
  const adding = useRef<HTMLButtonElement>(null)
  useRowFocus(section, adding)
  const [showsArchived, setShowsArchived] = useState(false)
  const [view, setView] = useFilesView()
  const opened = useOpenFile()
  const refusal = isReadOnly ? text.refused[whyReadOnly(entry)] : undefined
  const isOver = useFileDrop((dropped) => {
    if (refusal === undefined) files.queue.add(dropped)
    else show({ message: refusal, tone: 'error' })
  })
  const choose = () => picker.current?.click()
  useShortcuts(isReadOnly ? {} : { u: { label: text.add, run: choose } }, group)
  useCommands(isReadOnly ? [] : [{ id: 'entry-files', label: text.add, group, keys: 'u', run: choose }])

  const archived = files.files.filter(({ state }) => state === FILE_STATE.archived).length
  const shown = showsArchived ? files.files : files.files.filter(({ state }) => state === FILE_STATE.normal)
  const tree = fileTree(shown)
  const hasGrid = shown.filter(thumbnailAddress).length >= FEWEST_PICTURES
  const isEmpty = files.files.length === 0 && files.sending.length === 0
  const over = isOver && <div className={classes.over}>{refusal ?? text.drop}</div>
  if (isEmpty && isReadOnly) return over
  return (
    <section ref={section} className={classes.section} aria-label={text.title} data-empty={isEmpty || undefined}>
      {!isEmpty && (
        <div className={classes.head}>
          <Title order={2} size="h4">
            {text.title}
            {shown.length > 0 && (
              <Text span size="sm" c="var(--quiet)" ml="xs">
                {shown.length}
              </Text>
            )}
          </Title>
          {archived > 0 && (
            <Button
              className={`${classes.toggle} no-print`}
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-pressed={showsArchived}
              onClick={() => setShowsArchived(!showsArchived)}
            >
              {showsArchived ? text.hideArchived : text.showArchived(archived)}
            </Button>
          )}
          {hasGrid && (
            <Segments<FilesView> label={text.view} value={view} options={viewOptions(text)} onChange={setView} />
          )}
        </div>
      )}
      <FileTree
        folder={tree}
        files={files}
        isReadOnly={isReadOnly}
        label={text.title}
        view={hasGrid ? view : 'list'}
        open={opened.open}
      />
      <OpenedFile opened={opened} shown={filesIn(tree)} all={files.files} isLoading={files.isLoading} />
      {files.sending.length > 0 && (
        <ul className={classes.list} aria-label={text.sending}>
          {files.sending.map((sending) => (
            <SendingRow key={sending.key} sending={sending} queue={files.queue} />
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <div className={`${classes.adding} no-print`}>
          <Button
            ref={adding}
            className={classes.add}
            variant="subtle"
            color="gray"
            leftSection={<Paperclip size={16} aria-hidden="true" />}
            onClick={choose}
          >
            {text.add}
          </Button>
          <Text size="sm" c="var(--quiet)" className={classes.hint}>
            {text.hint}
          </Text>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={text.add}
            onChange={(event) => {
              files.queue.add(namedFiles(event.currentTarget.files))
              event.currentTarget.value = ''
            }}
          />
        </div>
      )}
      {over}
    </section>
  )
}

function viewOptions(text: { asList: string; asGrid: string }) {
  return [
    { value: 'list', label: <List size={16} aria-label={text.asList} /> },
    { value: 'grid', label: <LayoutGrid size={16} aria-label={text.asGrid} /> },
  ] as const
}

function whyReadOnly({ locked, state }: Entity): 'deleted' | 'archived' | 'locked' | 'foreign' {
  if (state !== STATE.normal) return state === STATE.archived ? 'archived' : 'deleted'
  return locked === 1 ? 'locked' : 'foreign'
}
