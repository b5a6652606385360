import { Menu } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { ArrowDown, ArrowLeft, ArrowUp, ChevronRight, Copy, Link, type LucideIcon, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { copyText } from '../../../ui/fields/copy-text.ts'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { readHeadings } from '../../rendered-text/headings.ts'
import { openInsertMenu } from '../menus/insertions.ts'
import { toolMessages } from '../tools.messages.ts'
import { addBelow, duplicateBlock, removeBlock } from './block-actions.ts'
import type { Block } from './block-at.ts'
import { useBlockForms } from './block-forms.ts'
import { blockMessages } from './blocks.messages.ts'
import { moveSelected } from './move-blocks.ts'
import { elementOf } from './pointed-block.ts'
import { canTurn, formOf, turnBlock } from './turn-block.ts'

interface Props {
  editor: Editor
  block: Block
  /** The handles have a button of their own for it. */
  withInsert?: boolean
}

/** What can be done with a block: the content of a menu. */
export function BlockMenu({ editor, block, withInsert = false }: Props) {
  const text = useMessages(blockMessages)
  const { turnInto } = useMessages(toolMessages)
  const { show } = useToasts()
  const [isTurning, setTurning] = useState(false)
  const { position, node } = block
  const range = { from: position, to: position + node.nodeSize }
  /** After the menu has given the focus back. */
  const change = (work: (tr: Transaction) => unknown) => () =>
    void setTimeout(() => {
      const { tr } = editor.state
      // Somebody else may have changed it meanwhile.
      if (tr.doc.nodeAt(position) !== node) return
      work(tr)
      editor.view.dispatch(tr.scrollIntoView())
      editor.view.focus()
    })
  const copyLink = async () => {
    const element = elementOf(editor.view, block)
    const heading = readHeadings(editor.view.dom).find((one) => one.element === element)
    const { origin, pathname, search } = location
    const address = `${origin}${pathname}${search}#${encodeURIComponent(heading?.anchor ?? '')}`
    if (heading && (await copyText(address))) show({ message: text.linkCopied })
  }
  if (isTurning) return <TurnInto {...{ editor, block, change }} back={() => setTurning(false)} />
  return (
    <>
      {withInsert && (
        <Item
          label={text.insertBelow}
          icon={Plus}
          run={change((tr) => addBelow(tr, position))}
          then={() => openInsertMenu(editor)}
        />
      )}
      {canTurn(node) && (
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<ChevronRight size={16} aria-hidden />}
          aria-haspopup="menu"
          onClick={() => setTurning(true)}
        >
          {turnInto}
        </Menu.Item>
      )}
      <Item label={text.duplicate} icon={Copy} run={change((tr) => duplicateBlock(tr, position))} />
      <Item label={text.moveUp} icon={ArrowUp} run={change((tr) => moveSelected(tr, range, 'up'))} />
      <Item label={text.moveDown} icon={ArrowDown} run={change((tr) => moveSelected(tr, range, 'down'))} />
      {node.type.name === 'heading' && node.textContent.trim() !== '' && (
        <Item label={text.copyLink} icon={Link} run={() => void copyLink()} />
      )}
      <Menu.Divider />
      <Item label={text.remove} icon={Trash2} run={change((tr) => removeBlock(tr, position))} />
    </>
  )
}

interface TurnProps extends Pick<Props, 'editor' | 'block'> {
  change(work: (tr: Transaction) => unknown): () => void
  back(): void
}

function TurnInto({ editor, block, change, back }: TurnProps) {
  const { turnInto } = useMessages(toolMessages)
  const first = useRef<HTMLButtonElement>(null)
  const forms = useBlockForms(block.node)
  const current = formOf(block.node, editor.state.doc.resolve(block.position).parent)
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <Menu.Item ref={first} closeMenuOnClick={false} leftSection={<ArrowLeft size={16} aria-hidden />} onClick={back}>
        {turnInto}
      </Menu.Item>
      <Menu.Divider />
      {forms.map(({ form, label, icon }) => (
        <Item
          key={form}
          label={label}
          icon={icon}
          isCurrent={form === current}
          run={change((tr) => turnBlock(tr, block.position, form))}
        />
      ))}
    </>
  )
}

interface ItemProps {
  label: string
  icon: LucideIcon
  isCurrent?: boolean
  run(): void
  then?(): void
}

function Item({ label, icon: Icon, isCurrent = false, run, then }: ItemProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      fw={isCurrent ? 600 : undefined}
      onClick={() => {
        run()
        if (then) setTimeout(then)
      }}
    >
      {label}
    </Menu.Item>
  )
}
