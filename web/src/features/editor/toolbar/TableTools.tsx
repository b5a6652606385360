import { NUMBER_FORMATS } from '@aliquot/contract/number-format'
import { Button, Menu } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowDownAZ,
  ArrowDownZA,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Bold,
  ChevronDown,
  Columns3,
  CopyPlus,
  DecimalsArrowRight,
  FoldHorizontal,
  Italic,
  type LucideIcon,
  MoveHorizontal,
  PanelLeft,
  PanelTop,
  Plus,
  RemoveFormatting,
  Subscript,
  Superscript,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
  UnfoldHorizontal,
} from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Tool } from '../bubbles/Tool.tsx'
import { editorMessages } from '../editor.messages.ts'
import { SIDES, type Side } from '../media/pictures.ts'
import { widenColumn } from '../tables/resize-columns.extension.ts'
import { alignCells, duplicateRow, evenColumns, fitWidth, formatNumbers, sortRows } from '../tables/table-actions.ts'
import { toolMessages } from '../tools.messages.ts'
import { MarkTools } from './MarkTools.tsx'
import classes from './Toolbar.module.css'
import type { ToolState } from './tool-state.ts'

const ICONS: Record<Side, LucideIcon> = { left: AlignLeft, center: AlignCenter, right: AlignRight }
const MARKS = [
  ['bold', Bold],
  ['italic', Italic],
  ['subscript', Subscript],
  ['superscript', Superscript],
] as const

type Action = (state: EditorState, dispatch: (tr: Transaction) => void) => boolean
type Item = [label: string, icon: LucideIcon, run: () => unknown]

/** The tools for the table at the cursor, by name. */
export function TableTools({ editor, state }: { editor: Editor; state: ToolState }) {
  const text = useMessages(toolMessages)
  const words = useMessages(editorMessages)
  const chain = () => editor.chain().focus()
  const act = (action: Action) => () => {
    action(editor.state, (tr) => editor.view.dispatch(tr.scrollIntoView()))
    editor.view.focus()
  }
  const rows: Item[] = [
    [words.rowAbove, BetweenHorizontalEnd, () => chain().addRowBefore().run()],
    [words.rowBelow, BetweenHorizontalStart, () => chain().addRowAfter().run()],
    [text.duplicateRow, CopyPlus, act(duplicateRow)],
    [text.headerRow, PanelTop, () => chain().toggleHeaderRow().run()],
    [words.deleteRow, Trash2, () => chain().deleteRow().run()],
  ]
  const columns: Item[] = [
    [words.columnBefore, BetweenVerticalEnd, () => chain().addColumnBefore().run()],
    [words.columnAfter, BetweenVerticalStart, () => chain().addColumnAfter().run()],
    [text.sortUp, ArrowDownAZ, act((now, dispatch) => sortRows(now, false, dispatch))],
    [text.sortDown, ArrowDownZA, act((now, dispatch) => sortRows(now, true, dispatch))],
    [text.widerColumn, UnfoldHorizontal, () => widenColumn(editor.view, true)],
    [text.narrowerColumn, FoldHorizontal, () => widenColumn(editor.view, false)],
    [text.headerColumn, PanelLeft, () => chain().toggleHeaderColumn().run()],
    [words.deleteColumn, Trash2, () => chain().deleteColumn().run()],
  ]
  const numbers: Item[] = [
    [text.asTyped, RemoveFormatting, act((now, dispatch) => formatNumbers(now, undefined, dispatch))],
    ...NUMBER_FORMATS.map((format): Item => {
      const isScientific = format === 'e2'
      const name = isScientific ? text.scientific : text.decimals(Number(format))
      const icon = isScientific ? Superscript : DecimalsArrowRight
      return [name, icon, act((now, dispatch) => formatNumbers(now, format, dispatch))]
    }),
  ]
  const whole: Item[] = [
    [text.mergeCells, TableCellsMerge, () => chain().mergeCells().run()],
    [text.splitCell, TableCellsSplit, () => chain().splitCell().run()],
    [text.evenColumns, Columns3, act(evenColumns)],
    [text.fitWidth, MoveHorizontal, act(fitWidth)],
    [words.deleteTable, Trash2, () => chain().deleteTable().run()],
  ]
  return (
    <>
      <ToolMenu label={text.row} items={rows} />
      <ToolMenu label={text.column} items={columns} />
      <ToolMenu label={text.numbers} items={numbers} />
      <ToolMenu label={text.tableMenu} items={whole} />
      <span className={classes.gap} />
      <AddButton label={text.addRow} run={() => chain().addRowAfter().run()}>
        {text.row}
      </AddButton>
      <AddButton label={text.addColumn} run={() => chain().addColumnAfter().run()}>
        {text.column}
      </AddButton>
      <span className={classes.gap} />
      {SIDES.map((side) => (
        <Tool
          key={side}
          label={text[side]}
          icon={ICONS[side]}
          isActive={state.side === side}
          run={act((now, dispatch) => alignCells(now, side, dispatch))}
        />
      ))}
      <span className={classes.gap} />
      <MarkTools editor={editor} state={state} marks={MARKS} />
    </>
  )
}

/** A button with its name. It leaves the cursor in the text. */
const BY_NAME = {
  size: 'compact-sm',
  fw: 500,
  variant: 'subtle',
  color: 'gray',
  c: 'var(--mantine-color-text)',
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
} as const

function ToolMenu({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <Menu shadow="md" position="bottom-start">
      <Menu.Target>
        <Button {...BY_NAME} rightSection={<ChevronDown size={14} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(([name, Icon, run]) => (
          // After the menu has returned the focus to its button.
          <Menu.Item key={name} leftSection={<Icon size={16} aria-hidden />} onClick={() => setTimeout(run)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function AddButton({ label, run, children }: { label: string; run(): unknown; children: ReactNode }) {
  return (
    <Button {...BY_NAME} aria-label={label} leftSection={<Plus size={14} aria-hidden />} onClick={run}>
      {children}
    </Button>
  )
}
