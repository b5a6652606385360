import { Button, CloseButton, Text } from '@mantine/core'
import { Archive, ArchiveRestore, CircleDot, Shapes, Share2, Tag, Trash2, Undo2, UserRound } from 'lucide-react'
import { useId } from 'react'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import classes from '../../../ui/layout/BulkBar.module.css'
import { measureBottomBar } from '../../../ui/layout/bottom-bar.ts'
import { Told } from '../../../ui/layout/Told.tsx'
import { PopoverButton } from '../../../ui/menus/PopoverButton.tsx'
import { labelMessages } from '../../labels/labels.messages.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { listPartMessages } from '../list-parts.messages.ts'
import { type ListSearch, listQuery } from '../list-search.ts'
import { BulkMore } from './BulkMore.tsx'
import { bulkMessages } from './bulk.messages.ts'
import { archive, type BulkAction, moveToTrash, restore, unarchive } from './bulk-actions.ts'
import type { SelectAll } from './use-select-all.ts'

interface Props {
  state: ListSearch['state']
  rows: readonly EntryRow[]
  all: SelectAll
  progress: { finished: number; of: number } | undefined
  perform(action: BulkAction): void
  clear(): void
}

const loadLabels = () => import('./BulkLabelPopover.tsx').then(({ BulkLabelPopover }) => BulkLabelPopover)
const loadTags = () => import('./BulkTagPopover.tsx').then(({ BulkTagPopover }) => BulkTagPopover)
const loadSharing = () => import('./BulkSharePopover.tsx').then(({ BulkSharePopover }) => BulkSharePopover)
const loadOwner = () => import('./BulkOwnerPopover.tsx').then(({ BulkOwnerPopover }) => BulkOwnerPopover)

/** The actions on selected rows. Archived and deleted ones can only be brought back. */
export function BulkBar({ state, rows, all, progress, perform, clear }: Props) {
  const list = useMessages(entryListMessages)
  const text = useMessages(listPartMessages)
  const bulk = useMessages(bulkMessages)
  const label = useMessages(labelMessages)
  const { language } = useLanguage()
  const number = (count: number) => count.toLocaleString(localeOf(language))
  const selected = text.selected(number(rows.length), rows.length === 1)
  const shown = progress ? text.progress(number(progress.finished), number(progress.of)) : selected
  const isTooMany = rows.length > MOST_NAMED && !all.whole
  const reasonId = useId()
  const disabled = progress !== undefined
  const actions = {
    active: [
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
    <section ref={measureBottomBar} className={`${classes.bar} ${classes.oneLine}`} aria-label={selected}>
      <Text size="sm" fw={600} className={classes.count}>
        {shown}
      </Text>
      <Told words={shown} />
      {!all.isAll && (
        // The list of a phone has no head with a box for all.
        <Button size="compact-sm" variant="subtle" hiddenFrom="sm" disabled={disabled} onClick={all.toggle}>
          {list.selectAll}
        </Button>
      )}
      {all.hasMore && (
        <Button
          size="compact-sm"
          variant="subtle"
          flex="none"
          disabled={disabled}
          loading={all.isReading ?? false}
          onClick={() => void all.selectMatching()}
        >
          {bulk.selectMatching}
        </Button>
      )}
      <div className={classes.actions}>
        {state === undefined && (
          <>
            {(['status', 'category'] as const).map((field) => (
              <PopoverButton
                key={field}
                disabled={disabled}
                load={loadLabels}
                opened={{ field, perform }}
                icon={field === 'status' ? <CircleDot {...icon} /> : <Shapes {...icon} />}
              >
                {label[field]}
              </PopoverButton>
            ))}
            <PopoverButton
              hasField
              disabled={disabled}
              load={loadTags}
              opened={{ rows, perform }}
              icon={<Tag {...icon} />}
            >
              {text.addTag}
            </PopoverButton>
            <PopoverButton disabled={disabled} load={loadSharing} opened={{ perform }} icon={<Share2 {...icon} />}>
              {bulk.share}
            </PopoverButton>
            <PopoverButton
              hasField
              disabled={disabled}
              load={loadOwner}
              opened={{ perform }}
              icon={<UserRound {...icon} />}
            >
              {bulk.owner}
            </PopoverButton>
          </>
        )}
        {actions.map(({ action, label, Icon }) => (
          <Button
            key={action.name}
            size="xs"
            variant="default"
            disabled={disabled}
            leftSection={<Icon {...icon} />}
            onClick={() => perform(action)}
          >
            {label}
          </Button>
        ))}
        <ExportButton
          disabled={disabled || isTooMany}
          query={all.whole && rows.length > MOST_NAMED ? listQuery(all.whole) : named(rows)}
          {...(isTooMany && { describedBy: reasonId })}
        />
        {isTooMany && (
          <Text id={reasonId} size="xs" c="var(--quiet)" className={classes.reason}>
            {text.mostExported(number(MOST_NAMED))}
          </Text>
        )}
      </div>
      {state === undefined && <BulkMore rows={rows} disabled={disabled} perform={perform} />}
      <CloseButton aria-label={text.clearSelection} title={text.clearSelection} onClick={clear} />
    </section>
  )
}

const icon = { size: 14, 'aria-hidden': true } as const

/** The service accepts at most this many ids. */
const MOST_NAMED = 1000

/** Just these entries, whatever their team and state. */
function named(rows: readonly EntryRow[]) {
  return { id: rows.map(({ id }) => id).join(','), scope: 3, state: '1,2,3' }
}
