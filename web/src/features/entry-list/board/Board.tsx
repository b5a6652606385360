import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { useTop } from '../../../ui/layout/use-top.ts'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { labelMessages } from '../../labels/labels.messages.ts'
import { bulkMessages } from '../bulk/bulk.messages.ts'
import type { BulkAction } from '../bulk/bulk-actions.ts'
import { setLabel } from '../bulk/more-actions.ts'
import { useDrag } from '../drag/use-drag.ts'
import { useWhyFixed } from '../drag/use-why-fixed.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { ListSkeleton } from '../ListSkeleton.tsx'
import type { ListSearch } from '../list-search.ts'
import { useListType } from '../list-type.ts'
import classes from './Board.module.css'
import { boardMessages } from './board.messages.ts'
import { cardId } from './Card.tsx'
import { Column } from './Column.tsx'
import { cardBeside } from './card-beside.ts'
import { useColumns } from './use-columns.ts'

interface Props {
  shown: ListSearch
  search: ListSearch
  perform(action: BulkAction, rows: readonly EntryRow[]): void
}

/** The entries as cards in a column for each status or category. A moved card gets the label of its column. */
export function Board({ shown, search, perform }: Props) {
  const text = useMessages(boardMessages)
  const label = useMessages(labelMessages)
  const bulk = useMessages(bulkMessages)
  const { show } = useToasts()
  const whyFixed = useWhyFixed()
  const field = search.group === 'category' ? 'category' : 'status'
  const columns = useColumns(useListType(), shown, field)
  const boardRef = useRef<HTMLDivElement>(null)
  const top = useTop(boardRef)
  const [active, setActive] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const given = useRef<HTMLElement>(null)

  // After every rendering: a moved card is a new element in its new column.
  useEffect(() => {
    const card = focused === undefined ? null : document.getElementById(cardId(focused))
    if (!card || card === given.current) return
    given.current = card
    card.focus()
  })

  const move = (row: EntryRow, value: string) => {
    const column = columns?.find((one) => one.value === value)
    if (!column || String(row[field]) === value) return
    const reason = whyFixed(row) ?? (column.isOpen ? undefined : text.notOffered)
    if (reason) return show({ message: reason, tone: 'error' })
    perform(setLabel(field, column.label, { text: bulk, none: label.without[field] }), [row])
  }
  const drag = useDrag(move)
  const focus = (row: EntryRow | undefined) => {
    if (!row) return
    given.current = null
    setActive(row.id)
    setFocused(row.id)
  }
  useShortcuts(
    {
      'shift+ArrowRight': { label: text.shortcuts.move, run: () => false },
      m: { label: text.shortcuts.menu, run: () => false },
    },
    text.shortcuts.group,
  )
  if (!columns) return <ListSkeleton />
  const first = columns.find(({ cards }) => cards.length > 0)?.cards[0]?.id
  const shownCards = columns.flatMap(({ cards }) => cards)
  const tabStop = shownCards.some(({ id }) => id === active) ? active : first

  const press = (event: KeyboardEvent, row: EntryRow) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }[event.key]
    if (!by) return
    event.preventDefault()
    if (!event.shiftKey) return focus(cardBeside(columns, row.id, by as 'up'))
    const at = columns.findIndex(({ cards }) => cards.some(({ id }) => id === row.id))
    const to = columns[at + (by === 'left' ? -1 : by === 'right' ? 1 : 0)]
    if (!to || to === columns[at]) return
    move(row, to.value)
    focus(row)
  }
  return (
    <section
      ref={boardRef}
      aria-label={text.board(label[field])}
      className={classes.board}
      data-drag-scroll
      data-dragging={drag.row ? '' : undefined}
      style={{ '--board-top': `${top}px` } as CSSProperties}
      // Somebody went on to something else.
      onBlur={(event) => event.relatedTarget && setFocused(undefined)}
    >
      {columns.map((column) => (
        <Column
          key={column.value}
          column={column}
          columns={columns}
          drag={drag}
          tabStop={tabStop}
          whyFixed={whyFixed}
          move={(row, value) => {
            move(row, value)
            focus(row)
          }}
          press={press}
          activate={setActive}
        />
      ))}
    </section>
  )
}
