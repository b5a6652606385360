import { Button, CloseButton, Text } from '@mantine/core'
import { Archive, ArchiveRestore, Pin, PinOff, Trash2, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import classes from '../../../ui/layout/BulkBar.module.css'
import { entryListMessages } from '../entry-list.messages.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { TagButton } from '../filters/TagButton.tsx'
import type { ListSearch } from '../list-search.ts'
import { addTag, archive, type BulkAction, moveToTrash, pin, restore, unarchive, unpin } from './bulk-actions.ts'

interface Props {
  state: ListSearch['state']
  rows: readonly EntryRow[]
  progress: { finished: number; of: number } | undefined
  perform(action: BulkAction): void
  clear(): void
}

/** The actions on selected rows. Archived and deleted ones can only be brought back. */
export function BulkBar({ state, rows, progress, perform, clear }: Props) {
  const text = useMessages(entryListMessages)
  const { language } = useLanguage()
  const number = (count: number) => count.toLocaleString(language)
  const selected = text.selected(number(rows.length), rows.length === 1)
  const isTooMany = rows.length > MOST_NAMED
  const reasonId = useId()
  const isPinned = rows.length > 0 && rows.every((row) => row.is_pinned === 1)
  const actions = {
    active: [
      isPinned ? { action: unpin, label: text.unpin, Icon: PinOff } : { action: pin, label: text.pin, Icon: Pin },
      { action: archive, label: text.archive, Icon: Archive },
      { action: moveToTrash, label: text.delete, Icon: Trash2 },
    ],
    archived: [
      { action: unarchive, label: text.unarchive, Icon: ArchiveRestore },
      { action: moveToTrash, label: text.delete, Icon: Trash2 },
    ],
    deleted: [{ action: restore, label: text.restore, Icon: Undo2 }],
  }[state ?? 'active']
  return (
    <section className={classes.bar} aria-label={selected}>
      <Text size="sm" fw={600} className={classes.count} role="status">
        {progress ? text.progress(number(progress.finished), number(progress.of)) : selected}
      </Text>
      <div className={classes.actions}>
        {state === undefined && (
          <TagButton
            disabled={progress !== undefined}
            label={text.addTagTo}
            without={[]}
            pick={(tag) => perform(addTag(tag))}
          >
            {text.addTag}
          </TagButton>
        )}
        {actions.map(({ action, label, Icon }) => (
          <Button
            key={action.name}
            size="xs"
            variant="default"
            disabled={progress !== undefined}
            leftSection={<Icon size={14} aria-hidden="true" />}
            onClick={() => perform(action)}
          >
            {label}
          </Button>
        ))}
        <ExportButton
          disabled={progress !== undefined || isTooMany}
          query={named(rows)}
          {...(isTooMany && { describedBy: reasonId })}
        />
        {isTooMany && (
          <Text id={reasonId} size="xs" c="var(--quiet)" className={classes.reason}>
            {text.mostExported(number(MOST_NAMED))}
          </Text>
        )}
      </div>
      <CloseButton aria-label={text.clearSelection} title={text.clearSelection} onClick={clear} />
    </section>
  )
}

/** The service accepts at most this many ids. */
const MOST_NAMED = 1000

/** Just these entries, whatever their team and state. */
function named(rows: readonly EntryRow[]) {
  return { id: rows.map(({ id }) => id).join(','), scope: 3, state: '1,2,3' }
}
