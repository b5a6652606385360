import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { Button } from '@mantine/core'
import { ChevronDown, ChevronUp, Eye, History, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { When } from '../../ui/time/When.tsx'
import { ChangeView } from './ChangeView.tsx'
import { describeItem, shownChanges, subjectName } from './describe.ts'
import { LongChange } from './LongChange.tsx'
import { momentMessages } from './moments.messages.ts'
import { useRestore } from './restore.queries.ts'
import classes from './TimelinePanel.module.css'
import { timelineMessages } from './timeline.messages.ts'
import { isRestorable } from './timeline.queries.ts'

interface Props {
  entry: Entity
  item: TimelineItem
  canRestore: boolean
  isNewest: boolean
  /** Shows the entry at that moment. */
  look(item: TimelineItem): void
}

/** One event: who, what, when, the old and new values, and a way to restore. */
export function TimelineEntry({ entry, item, canRestore, isNewest, look }: Props) {
  const text = useMessages(timelineMessages)
  const moments = useMessages(momentMessages)
  const [isOpen, setOpen] = useState(false)
  const { restoreField, restoreAll, isPending } = useRestore(entry)
  const changes = shownChanges(item)
  const hasLong = changes.some((change) => change.is_long)
  const restorable = item.verb === 'updated' && item.subject === 'entity' ? changes.filter(isRestorable) : []
  const via = viaText()
  const isPlain = item.verb !== 'updated' || item.subject === 'entity' || item.subject === 'comment'
  // The values below describe what was added or removed.
  const name = changes.some(({ field }) => field === 'body' || field === 'real_name')
    ? undefined
    : subjectName(entry, item)
  return (
    <li className={classes.item} data-newest={isNewest || undefined}>
      <div className={classes.head}>
        <span className={classes.who}>{item.fullname || text.system}</span> {describeItem(item, text)}
        {via && ` ${via}`}
      </div>
      <div className={classes.time}>
        <When at={item.ended_at} />
      </div>
      {name && <div className={classes.subject}>{name}</div>}
      {item.reason && <q className={classes.reason}>{item.reason}</q>}
      {changes.map((change) =>
        change.is_long ? (
          isOpen && <LongChange key={change.field} entry={entry} item={item} field={change.field} />
        ) : (
          <ChangeView
            key={change.field}
            change={change}
            isAlone={isPlain && changes.length === 1}
            isNew={item.verb === 'created'}
          />
        ),
      )}
      <div className={classes.actions}>
        {hasLong && (
          <Action icon={isOpen ? ChevronUp : ChevronDown} isExpanded={isOpen} run={() => setOpen(!isOpen)}>
            {isOpen ? text.hideText : text.showText}
          </Action>
        )}
        <Action icon={Eye} run={() => look(item)}>
          {moments.openHere}
        </Action>
        {canRestore &&
          restorable.map(({ field }) => (
            <Action key={field} icon={Undo2} isDisabled={isPending} run={() => void restoreField(item, field)}>
              {text.restoreField(text.names[field] ?? field)}
            </Action>
          ))}
        {canRestore && !isNewest && item.subject === 'entity' && (
          <Action icon={History} isDisabled={isPending} run={() => void restoreAll(item)}>
            {text.restoreAll}
          </Action>
        )}
      </div>
    </li>
  )

  function viaText(): string | undefined {
    if (item.via === 'apikey') return text.viaKey
    return item.via === 'cli' ? text.viaCli : undefined
  }
}

interface ActionProps {
  icon: typeof Undo2
  isExpanded?: boolean
  isDisabled?: boolean
  run(): void
  children: string
}

function Action({ icon: Icon, isExpanded, isDisabled = false, run, children }: ActionProps) {
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      className={classes.action}
      aria-expanded={isExpanded}
      disabled={isDisabled}
      leftSection={<Icon size={14} aria-hidden="true" />}
      onClick={run}
    >
      {children}
    </Button>
  )
}
