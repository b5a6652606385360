import { Group, Paper } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { BubbleMenu } from '@tiptap/react/menus'
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
} from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { editorMessages } from '../editor.messages.ts'
import { Tool } from './FormatBubble.tsx'

/** The toolbar of the table at the cursor. */
export function TableBubble({ editor }: { editor: Editor }) {
  const text = useMessages(editorMessages)
  const tools = [
    [text.rowAbove, BetweenHorizontalStart, () => editor.chain().focus().addRowBefore().run()],
    [text.rowBelow, BetweenHorizontalEnd, () => editor.chain().focus().addRowAfter().run()],
    [text.columnBefore, BetweenVerticalStart, () => editor.chain().focus().addColumnBefore().run()],
    [text.columnAfter, BetweenVerticalEnd, () => editor.chain().focus().addColumnAfter().run()],
    [text.deleteRow, TableRowsSplit, () => editor.chain().focus().deleteRow().run()],
    [text.deleteColumn, TableColumnsSplit, () => editor.chain().focus().deleteColumn().run()],
    [text.deleteTable, Trash2, () => editor.chain().focus().deleteTable().run()],
  ] as const
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="tableBubble"
      shouldShow={({ editor, state }) => editor.isEditable && state.selection.empty && editor.isActive('table')}
      getReferencedVirtualElement={() => tableAtCursor(editor)}
      options={{ placement: 'bottom-start', flip: false }}
    >
      <Paper withBorder shadow="sm" p={4} role="toolbar" aria-label={text.tableTools}>
        <Group gap={2} wrap="nowrap">
          {tools.map(([label, icon, run]) => (
            <Tool key={label} label={label} icon={icon} run={run} />
          ))}
        </Group>
      </Paper>
    </BubbleMenu>
  )
}

function tableAtCursor(editor: Editor): Element | null {
  const { node } = editor.view.domAtPos(editor.state.selection.from)
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('table') ?? null
}
