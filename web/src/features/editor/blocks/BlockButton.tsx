import { Menu } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { GripVertical } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Tool } from '../bubbles/Tool.tsx'
import { isRoom } from '../extensions/room-at-end.extension.ts'
import { BlockMenu } from './BlockMenu.tsx'
import { type Block, blockAt } from './block-at.ts'
import { blockMessages } from './blocks.messages.ts'

/** The menu of the block with the cursor, for the keyboard and for small screens, where there is no room for handles. */
export function BlockButton({ editor }: { editor: Editor }) {
  const text = useMessages(blockMessages)
  const [block, setBlock] = useState<Block>()
  const open = () => {
    const found = blockAt(editor.state.doc, editor.state.selection.from)
    setBlock(found && !isRoom(found.node) ? found : undefined)
  }
  const close = () => setBlock(undefined)
  return (
    <Menu opened={block !== undefined} onClose={close} position="bottom-start" shadow="md">
      <Menu.Target>
        <Tool label={text.actions} icon={GripVertical} run={block ? close : open} />
      </Menu.Target>
      <Menu.Dropdown>{block && <BlockMenu editor={editor} block={block} withInsert />}</Menu.Dropdown>
    </Menu>
  )
}
