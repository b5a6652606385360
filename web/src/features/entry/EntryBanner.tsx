import type { Entity } from '@aliquot/contract/entities'
import { Button, Text } from '@mantine/core'
import { Archive, Eye, LayoutTemplate, Lock, Trash2 } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import classes from '../../ui/layout/EntryBanner.module.css'
import { When } from '../../ui/time/When.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import type { EntryAction } from '../entry-data/entry-action.ts'
import { type EntryRights, STATE } from '../entry-data/entry-rights.ts'
import { isTemplateType, MADE_FROM } from '../entry-data/entry-types.ts'
import { useLockerName } from './use-locker-name.ts'

interface Props {
  entry: Entity
  rights: EntryRights
  actions: readonly EntryAction[]
  /** Ends reading, for people who chose to edit. */
  edit?: (() => void) | undefined
}

/** What is particular about the entry: it is a template, or it cannot be changed now. Says what to do. */
export function EntryBanner({ entry, rights, actions, edit }: Props) {
  const text = useMessages(entryMessages)
  const lockedBy = useLockerName(entry)
  if (!rights.isReadOnly && !isTemplateType(entry.type)) return null
  const { icon: Icon, message, at, wayOut } = describe()
  const action = edit ? { label: text.edit, run: edit } : actions.find(({ id }) => id === wayOut)
  return (
    <div className={`${classes.banner} no-print`} role="note">
      <Icon size={18} aria-hidden="true" />
      <Text size="sm" flex={1}>
        {message}
        {at && (
          <Text span size="sm" c="var(--quiet)" ms="xs">
            <When at={at} />
          </Text>
        )}
      </Text>
      {action && (
        <Button size="compact-sm" h={32} fw={500} variant="default" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  )

  function describe() {
    if (entry.state === STATE.deleted) return { icon: Trash2, message: text.deletedBanner, wayOut: 'restore' }
    if (entry.state === STATE.archived) return { icon: Archive, message: text.archivedBanner, wayOut: 'unarchive' }
    if (entry.locked === 1) {
      const message = lockedBy === undefined ? text.lockedBanner : text.lockedBy(lockedBy)
      return { icon: Lock, message, at: entry.locked_at, wayOut: 'unlock' }
    }
    if (edit) return { icon: Eye, message: text.readingBanner(entry.fullname) }
    if (isTemplateType(entry.type)) return { icon: LayoutTemplate, message: text.templateBanner[MADE_FROM[entry.type]] }
    return { icon: Eye, message: text.readOnlyBanner }
  }
}
