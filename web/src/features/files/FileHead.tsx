import type { Upload } from '@aliquot/contract/uploads'
import { Button, Menu } from '@mantine/core'
import { Download, LayoutGrid, List, ListChecks, Trash2 } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { CountedTitle } from '../../ui/layout/CountedTitle.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import classes from './FileSection.module.css'
import { filesMessages } from './files.messages.ts'
import { FILE_STATE } from './files.queries.ts'
import type { FilesView } from './files-view.ts'

/** Which hidden files are shown as well. */
export interface Hidden {
  archived: boolean
  deleted: boolean
}

interface Props {
  /** All files, shown or not; one for all versions of a file. */
  listed: readonly Upload[]
  shown: readonly Upload[]
  shows: Hidden
  setShows(shows: Hidden): void
  /** Undefined if there are too few pictures for a choice. */
  view: FilesView | undefined
  setView(view: FilesView): void
  select(): void
  download(some: readonly Upload[]): void
}

const ICON = { size: 16, 'aria-hidden': true } as const

/** Above the files: their number, which are shown, and the actions on many. */
export function FileHead({ listed, shown, shows, setShows, view, setView, select, download }: Props) {
  const text = useMessages(filesMessages)
  const archived = listed.filter(({ state }) => state === FILE_STATE.archived).length
  const deleted = listed.filter(({ state }) => state === FILE_STATE.deleted).length
  return (
    <div className={classes.head}>
      <CountedTitle title={text.title} count={shown.length} />
      <div className={classes.headTools}>
        {archived > 0 && (
          <Button
            className={`${classes.toggle} no-print`}
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-pressed={shows.archived}
            onClick={() => setShows({ ...shows, archived: !shows.archived })}
          >
            {shows.archived ? text.hideArchived : text.showArchived(archived)}
          </Button>
        )}
        {view && <Segments<FilesView> label={text.view} value={view} options={viewOptions(text)} onChange={setView} />}
        <MoreMenu label={text.sectionMenu} size={32}>
          <Menu.Item leftSection={<ListChecks {...ICON} />} disabled={shown.length === 0} onClick={select}>
            {text.select}
          </Menu.Item>
          <Menu.Item leftSection={<Download {...ICON} />} disabled={shown.length === 0} onClick={() => download(shown)}>
            {text.downloadAll}
          </Menu.Item>
          {deleted > 0 && (
            <Menu.Item
              leftSection={<Trash2 {...ICON} />}
              onClick={() => setShows({ ...shows, deleted: !shows.deleted })}
            >
              {shows.deleted ? text.hideDeleted : text.showDeleted(deleted)}
            </Menu.Item>
          )}
        </MoreMenu>
      </div>
    </div>
  )
}

function viewOptions(text: { asList: string; asGrid: string }) {
  return [
    { value: 'list', label: <List size={16} aria-label={text.asList} /> },
    { value: 'grid', label: <LayoutGrid size={16} aria-label={text.asGrid} /> },
  ] as const
}
