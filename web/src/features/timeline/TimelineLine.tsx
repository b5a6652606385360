import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { ActionIcon, Button } from '@mantine/core'
import { ChevronDown, ChevronUp, Eye, History, type LucideIcon, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { ChangeView } from './ChangeView.tsx'
import { describeLine, namesIn, shownChanges } from './describe.ts'
import type { Line } from './group-items.ts'
import { LongChange } from './LongChange.tsx'
import { iconOf } from './line-icon.ts'
import { momentMessages } from './moments.messages.ts'
import { useRestore } from './restore.queries.ts'
import classes from './TimelinePanel.module.css'
import { timelineMessages } from './timeline.messages.ts'
import { isRestorable } from './timeline.queries.ts'

interface Props {
  entry: Entity
  line: Line
  canRestore: boolean
  isNewest: boolean
  look(item: TimelineItem): void
}

/** Events of one kind: what, the old and new values, and a way to restore. */
export function TimelineLine({ entry, line, canRestore, isNewest, look }: Props) {
  const text = useMessages(timelineMessages)
  const [isOpen, setOpen] = useState(false)
  const Icon = iconOf(line.items[0])
  const [item] = line.items
  const isAlone = line.items.length === 1
  const changes = isAlone ? shownChanges(item) : []
  const hasLong = changes.some((change) => change.is_long)
  const isPlain = item.verb !== 'updated' || item.subject === 'entity' || item.subject === 'comment'
  // The values below describe what was added or removed.
  const isNamedBelow = changes.some(({ field }) => field === 'body' || field === 'real_name')
  return (
    <li className={classes.line}>
      <Icon size={15} aria-hidden="true" className={classes.icon} />
      <div className={classes.told}>
        <div className={classes.what}>{describeLine(line, text)}</div>
        {!isNamedBelow && <Names names={namesIn(entry, line)} />}
        {changes.map((change) =>
          change.is_long ? (
            isOpen && <LongChange key={change.field} entry={entry} item={item} field={change.field} />
          ) : (
            <ChangeView
              key={change.field}
              entry={entry}
              change={change}
              isAlone={isPlain && changes.length === 1}
              isNew={item.verb === 'created'}
            />
          ),
        )}
        {hasLong && (
          <Button
            variant="subtle"
            size="compact-xs"
            className={classes.show}
            aria-expanded={isOpen}
            rightSection={isOpen ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? text.hideText : text.showText}
          </Button>
        )}
      </div>
      <Actions {...{ entry, item, canRestore, isNewest, look }} />
    </li>
  )
}

const MOST_NAMES = 4

function Names({ names }: { names: readonly string[] }) {
  const text = useMessages(timelineMessages)
  const [isAll, setAll] = useState(false)
  if (names.length === 0) return null
  const shown = isAll || names.length <= MOST_NAMES ? names : names.slice(0, MOST_NAMES - 1)
  return (
    <div className={classes.names}>
      {shown.join(', ')}{' '}
      {shown.length < names.length && (
        <Button variant="subtle" size="compact-xs" className={classes.show} onClick={() => setAll(true)}>
          {text.moreNames(names.length - shown.length)}
        </Button>
      )}
    </div>
  )
}

interface ActionsProps extends Pick<Props, 'entry' | 'canRestore' | 'isNewest' | 'look'> {
  item: TimelineItem
}

/** Seen when the pointer or the keyboard is on the line. */
function Actions({ entry, item, canRestore, isNewest, look }: ActionsProps) {
  const text = useMessages(timelineMessages)
  const moments = useMessages(momentMessages)
  const { restoreField, restoreAll, isPending } = useRestore(entry)
  const isChange = item.verb === 'updated' && item.subject === 'entity'
  const fields = canRestore && isChange ? shownChanges(item).filter(isRestorable) : []
  return (
    <div className={classes.actions}>
      <Action icon={Eye} label={moments.openHere} run={() => look(item)} />
      {fields.map(({ field }) => (
        <Action
          key={field}
          icon={Undo2}
          label={text.restoreField(text.names[field] ?? field)}
          isDisabled={isPending}
          run={() => void restoreField(item, field)}
        />
      ))}
      {canRestore && !isNewest && item.subject === 'entity' && (
        <Action icon={History} label={text.restoreAll} isDisabled={isPending} run={() => void restoreAll(item)} />
      )}
    </div>
  )
}

interface ActionProps {
  icon: LucideIcon
  label: string
  isDisabled?: boolean
  run(): void
}

function Action({ icon: Icon, label, isDisabled = false, run }: ActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.action}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={run}
    >
      <Icon size={15} aria-hidden="true" />
      <span className={classes.word}>{label}</span>
    </ActionIcon>
  )
}
