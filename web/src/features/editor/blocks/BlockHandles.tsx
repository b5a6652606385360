import { Menu } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { GripVertical, Plus } from 'lucide-react'
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { isTouch } from '../../../ui/is-touch.ts'
import { isRoom } from '../extensions/room-at-end.extension.ts'
import { openInsertMenu } from '../menus/insertions.ts'
import classes from './BlockHandles.module.css'
import { BlockMenu } from './BlockMenu.tsx'
import { addBelow } from './block-actions.ts'
import type { Block } from './block-at.ts'
import { blockMessages } from './blocks.messages.ts'
import { dragBlock } from './drag-block.ts'
import { elementOf } from './pointed-block.ts'
import { usePointedBlock } from './use-pointed-block.ts'

interface Place {
  top: number
  height: number
  /** The middle of the first line. */
  middle: number
  /** Whether both buttons fit beside the text; otherwise one, whose menu has the other. */
  isWide: boolean
}

/** The room that one button needs beside the text, in pixels: for a pointer, and for a finger. */
const ROOM = 30
const ROOM_TO_TOUCH = 50

/** Two buttons beside the block under the pointer: one inserts below it, the other moves it and opens its menu. */
export function BlockHandles({ editor }: { editor: Editor }) {
  const text = useMessages(blockMessages)
  const isHeld = useRef(false)
  const wasDragged = useRef(false)
  const frame = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isDragged, setDragged] = useState(false)
  const [line, setLine] = useState<number>()
  const block = usePointedBlock(editor, isHeld)
  const [place, setPlace] = useState<Place>()
  useLayoutEffect(() => setPlace(block && measure(editor, block, frame.current)), [editor, block])
  const hold = (isOpen: boolean) => {
    isHeld.current = isOpen
    setOpen(isOpen)
  }
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    if (!block || event.button !== 0) return
    isHeld.current = true
    dragBlock(editor.view, block, event.nativeEvent, {
      onMove: (drop) => {
        if (drop) setDragged(true)
        setLine(drop && drop.y - (frame.current?.getBoundingClientRect().top ?? 0))
      },
      onEnd: (wasMoved) => {
        isHeld.current = false
        wasDragged.current = wasMoved
        setDragged(false)
      },
    })
  }
  const insert = () => {
    if (!block || editor.state.doc.nodeAt(block.position) !== block.node) return
    editor.view.dispatch(addBelow(editor.state.tr, block.position))
    openInsertMenu(editor)
  }
  const canMove = block && !isRoom(block.node)
  return (
    <div ref={frame} className={`${classes.frame} no-print`}>
      {block && place && (
        <>
          {(isOpen || isDragged) && (
            <div className={classes.held} style={{ top: place.top, height: place.height }} aria-hidden />
          )}
          <div className={classes.handles} style={{ top: place.middle }}>
            {(place.isWide || !canMove) && (
              <button
                type="button"
                tabIndex={-1}
                className={classes.handle}
                aria-label={text.insertBelow}
                title={text.insertBelow}
                onMouseDown={(event) => event.preventDefault()}
                onClick={insert}
              >
                <Plus size={16} aria-hidden />
              </button>
            )}
            {canMove && (
              <Menu
                opened={isOpen}
                onChange={hold}
                position="bottom-start"
                shadow="md"
                returnFocus={false}
                withInitialFocusPlaceholder={false}
              >
                <Menu.Target>
                  <button
                    type="button"
                    tabIndex={-1}
                    className={classes.handle}
                    data-grip
                    aria-label={text.actions}
                    title={text.grip}
                    onPointerDown={grab}
                    onClickCapture={(event) => {
                      if (wasDragged.current) event.stopPropagation()
                      wasDragged.current = false
                    }}
                  >
                    <GripVertical size={16} aria-hidden />
                  </button>
                </Menu.Target>
                <Menu.Dropdown>
                  <BlockMenu editor={editor} block={block} withInsert={!place.isWide} />
                </Menu.Dropdown>
              </Menu>
            )}
          </div>
        </>
      )}
      {line !== undefined && <div className={classes.line} style={{ top: line }} aria-hidden />}
    </div>
  )
}

/** Relative to the text. */
function measure(editor: Editor, block: Block, frame: HTMLElement | null): Place | undefined {
  const element = elementOf(editor.view, block)
  if (!element || !frame) return undefined
  const { top, height } = element.getBoundingClientRect()
  const { top: start, left } = frame.getBoundingClientRect()
  const room = left - (frame.closest('main')?.getBoundingClientRect().left ?? 0)
  const needed = isTouch() ? ROOM_TO_TOUCH : ROOM
  if (room < needed) return undefined
  const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight) || 24
  return {
    top: top - start,
    height,
    middle: top - start + Math.min(height, lineHeight) / 2,
    isWide: room >= 2 * needed,
  }
}
