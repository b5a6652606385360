import { Paper } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { BubbleMenu } from '@tiptap/react/menus'
import { type ReactNode, useRef, useState } from 'react'

interface Props {
  editor: Editor
  /** A name for the plugin. */
  name: string
  label: string
  isShown(state: EditorState): boolean
  onHide?(): void
  children: ReactNode
}

/** What the header and the toolbar of a text leave of the window. */
function belowHeader() {
  return { x: 0, y: HEADER_PX, width: window.innerWidth, height: window.innerHeight - HEADER_PX }
}

const HEADER_PX = 112

/** A toolbar beside what is selected. It stays over the text: not over a sidebar or what is above the text, nor under the header of the page. */
export function Bubble({ editor, name, label, isShown, onHide, children }: Props) {
  const latest = useRef({ isShown, onHide })
  latest.current = { isShown, onHide }
  // Always the same objects: new ones would cost a transaction at each rendering.
  const [fixed] = useState(() => ({
    shouldShow: ({ state }: { state: EditorState }) => editor.isEditable && latest.current.isShown(state),
    options: {
      placement: 'top' as const,
      offset: 8,
      // Asked for late, because the text may not be on the page yet.
      flip: () => ({ boundary: editor.view.dom, rootBoundary: belowHeader() }),
      shift: () => ({ boundary: editor.view.dom }),
      onHide: () => latest.current.onHide?.(),
    },
  }))
  return (
    <BubbleMenu editor={editor} pluginKey={name} {...fixed}>
      <Paper withBorder shadow="md" p="2xs" role="toolbar" aria-label={label} maw="calc(100vw - 2rem)" data-bubble>
        {children}
      </Paper>
    </BubbleMenu>
  )
}
