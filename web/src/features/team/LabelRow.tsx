import type { ListedLabel } from '@aliquot/contract/labels'
import { NAME_LIMIT } from '@aliquot/contract/limits'
import { ActionIcon, Badge, Menu } from '@mantine/core'
import { ArrowDown, ArrowUp, type LucideIcon, MoreHorizontal, Share2, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { EditableText } from '../../ui/fields/EditableText.tsx'
import rows from '../../ui/layout/Rows.module.css'
import type { LabelKind } from '../labels/labels.queries.ts'
import { useSession } from '../session/session.queries.ts'
import { ColorButton } from './ColorButton.tsx'
import classes from './LabelList.module.css'
import { teamMessages } from './team.messages.ts'
import { useLabelActions } from './use-label-actions.ts'

interface Props {
  kind: LabelKind
  label: ListedLabel
  /** Its position, and the number of labels. */
  at: number
  count: number
  /** Announces a change to screen readers. */
  tell(words: string): void
}

export function LabelRow({ kind, label, at, count, tell }: Props) {
  const text = useMessages(teamMessages)
  const { is_admin } = useSession()
  const { rename, paint, share, move, take } = useLabelActions(kind)
  const { title, color } = label
  const isShared = label.is_private === 0
  const moveBy = (step: 1 | -1) => {
    const place = move(label.id, step)
    if (place === undefined) return
    tell(text.movedTo(title, place + 1, count))
    // A moved element loses the focus.
    const focused = document.activeElement
    setTimeout(() => focused instanceof HTMLElement && focused.focus())
  }
  // By key anywhere in the row, as the buttons do.
  const press = (event: KeyboardEvent) => {
    const step = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp'] : undefined
    if (!step) return
    event.preventDefault()
    moveBy(step)
  }
  return (
    <li className={`${rows.row} ${classes.row}`} onKeyDown={press}>
      <ColorButton label={text.colorOf(title)} color={color} pick={(chosen) => void paint(label, chosen)} />
      <div className={`${rows.title} ${classes.name}`}>
        <EditableText
          value={title}
          label={text.rename(title)}
          limit={NAME_LIMIT}
          save={(name) => rename(label, name)}
        />
        {isShared && (
          <Badge variant="light" tt="none">
            {text.shared}
          </Badge>
        )}
      </div>
      <MoveButton icon={ArrowUp} label={text.moveUp(title)} isEnd={at === 0} move={() => moveBy(-1)} />
      <MoveButton icon={ArrowDown} label={text.moveDown(title)} isEnd={at === count - 1} move={() => moveBy(1)} />
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text.actionsFor(title)}>
            <MoreHorizontal size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {is_admin === 1 && (
            <Menu.Item leftSection={<Share2 size={16} aria-hidden />} onClick={() => void share(label, !isShared)}>
              {isShared ? text.unshare : text.share}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={() => void take(label)}>
            {text.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

interface MoveProps {
  icon: LucideIcon
  label: string
  isEnd: boolean
  move(): void
}

/** Stays focusable at the end of the list, where it does nothing. */
function MoveButton({ icon: Icon, label, isEnd, move }: MoveProps) {
  return (
    <ActionIcon
      className={classes.move}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      aria-disabled={isEnd}
      data-disabled={isEnd || undefined}
      onClick={move}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}
