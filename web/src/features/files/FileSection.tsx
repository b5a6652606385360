import type { Entity } from '@aliquot/contract/entities'
import { type Upload, uploads } from '@aliquot/contract/uploads'
import { VisuallyHidden } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { pathOf } from '../../api/call.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useCommands } from '../../ui/keys/commands.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useEntryOfTypeMessages } from '../entry-data/entry-of-type.messages.ts'
import { STATE } from '../entry-data/entry-rights.ts'
import { entryParams } from '../entry-data/entry-types.ts'
import { useStartExport } from '../exports/use-start-export.tsx'
import { FileBar } from './FileBar.tsx'
import { FileHead } from './FileHead.tsx'
import { FileRefusals } from './FileRefusals.tsx'
import classes from './FileSection.module.css'
import { FileTree } from './FileTree.tsx'
import { archiveQuery, MOST_NAMED } from './file-archive.ts'
import { thumbnailAddress } from './file-facts.ts'
import { useFileSelection } from './file-selection.ts'
import { filesIn, fileTree } from './file-tree.ts'
import { versionsIn } from './file-versions.ts'
import { filesMessages } from './files.messages.ts'
import { FILE_STATE, useFiles } from './files.queries.ts'
import { useFilesView } from './files-view.ts'
import { OpenedFile } from './OpenedFile.tsx'
import { AddFiles } from './sending/AddFiles.tsx'
import { SendingList } from './sending/SendingList.tsx'
import { useFileDrop } from './sending/use-file-drop.ts'
import { useSendingCard } from './sending/use-sending-card.tsx'
import { useToldArrivals } from './told-arrivals.ts'
import { useOpenFile } from './use-open-file.ts'
import { useRowFocus } from './use-row-focus.ts'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

const NONE: readonly Upload[] = []

/** From this many pictures on, a grid is better. */
const FEWEST_PICTURES = 4

/** The files of an entry; more are added by choosing, dropping or pasting them. */
export function FileSection({ entry, isReadOnly }: Props) {
  const text = useMessages(filesMessages)
  const { this: group } = useEntryOfTypeMessages(entry.type)
  const files = useFiles(entry)
  const { show } = useToasts()
  const startExport = useStartExport()
  const section = useRef<HTMLElement>(null)
  const adding = useRef<HTMLButtonElement>(null)
  useRowFocus(section, adding)
  useSendingCard(files.queue, section)
  const [shows, setShows] = useState({ archived: false, deleted: false })
  const [view, setView] = useFilesView()
  const opened = useOpenFile()
  const refusal = isReadOnly ? text.refused[whyReadOnly(entry)] : undefined
  const isOver = useFileDrop((dropped) => {
    if (refusal === undefined) files.queue.add(dropped)
    else show({ message: refusal, tone: 'error' })
  })

  // The files of a deleted entry are deleted and restored with it.
  const all = entry.state === STATE.deleted ? NONE : files.files
  const versions = useMemo(() => versionsIn(all), [all])
  const { listed } = versions
  const arrived = useToldArrivals(files.files, files.isLoading)
  const shown = listed.filter(({ state }) => isShown(state, shows))
  const tree = fileTree(shown)
  const inOrder = filesIn(tree)
  const selection = useFileSelection(inOrder)
  const hasGrid = shown.filter(thumbnailAddress).length >= FEWEST_PICTURES
  const isEmpty = all.length === 0 && !files.isSending
  const over = isOver && (
    <div className={classes.over} style={besideSidebar()}>
      <span>{refusal ?? text.drop}</span>
    </div>
  )
  /** As one archive, which the browser downloads whatever its size. */
  const save = (some: readonly Upload[]) => {
    const query = archiveQuery(some, all)
    if (!query) return show({ message: text.tooManyToSave(some.length, MOST_NAMED), tone: 'error' })
    void startExport(
      { path: pathOf(uploads.list, { params: entryParams(entry) }), query, name: entry.title, unit: 'files' },
      'zip',
    )
  }
  useCommands(
    shown.length === 0
      ? []
      : [
          { id: 'entry-files-select', label: text.select, group, run: selection.start },
          { id: 'entry-files-zip', label: text.downloadFiles, group, words: 'zip', run: () => save(shown) },
        ],
  )
  if (isEmpty && isReadOnly) return over
  return (
    <section ref={section} className={classes.section} aria-label={text.title} data-empty={isEmpty || undefined}>
      {!isEmpty && (
        <FileHead
          {...{ listed, shown, shows, setShows, setView }}
          view={hasGrid ? view : undefined}
          select={selection.start}
          download={save}
        />
      )}
      {selection.isOn && <FileBar shown={inOrder} download={save} {...{ selection, files, isReadOnly }} />}
      <FileRefusals files={files} />
      <FileTree
        folder={tree}
        files={files}
        isReadOnly={isReadOnly}
        label={text.title}
        view={hasGrid ? view : 'list'}
        selection={selection}
        versions={versions}
        open={opened.open}
      />
      <OpenedFile {...{ opened, all }} versions={versions.of} shown={inOrder} isLoading={files.isLoading} />
      <VisuallyHidden role="status">{arrived}</VisuallyHidden>
      <SendingList queue={files.queue} />
      {!isReadOnly && <AddFiles group={group} buttonRef={adding} add={files.queue.add} />}
      {over}
    </section>
  )
}

/** Over the page, not over the sidebar. */
function besideSidebar() {
  const { left = 0, right = window.innerWidth } = document.getElementById('page')?.getBoundingClientRect() ?? {}
  return { left: `calc(${left}px + 0.5rem)`, right: `calc(100vw - ${right}px + 0.5rem)` }
}

function isShown(state: number, shows: { archived: boolean; deleted: boolean }): boolean {
  if (state === FILE_STATE.archived) return shows.archived
  return state === FILE_STATE.normal || shows.deleted
}

function whyReadOnly({ locked, state }: Entity): 'deleted' | 'archived' | 'locked' | 'foreign' {
  if (state !== STATE.normal) return state === STATE.archived ? 'archived' : 'deleted'
  return locked === 1 ? 'locked' : 'foreign'
}
