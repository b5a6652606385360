import type { Editor } from '@tiptap/core'
import { CALLOUT_KINDS } from '../../rendered-text/callouts.ts'
import { calloutAttributes } from '../extensions/callout.extension.ts'
import { type BlockForm, turnAtCursor } from './turn-block.ts'

/** Gives the selected blocks another form. */
export function turnSelection(editor: Editor, form: BlockForm): void {
  const { $from, $to } = editor.state.selection
  if ($from.sameParent($to) && $from.parent.isTextblock) {
    editor.view.dispatch(turnAtCursor(editor.state.tr, form))
    return
  }
  const chain = editor.chain()
  const level = Number(form.replace('heading', ''))
  if (level >= 1) chain.setNode('heading', { level }).run()
  else if (form === 'paragraph') chain.setNode('paragraph').run()
  else if (form === 'codeBlock') chain.setCodeBlock().run()
  else if (form === 'bulletList') chain.toggleBulletList().run()
  else if (form === 'orderedList') chain.toggleOrderedList().run()
  else if (form === 'taskList') chain.toggleTaskList().run()
  else if (form === 'blockquote') chain.wrapIn('blockquote').run()
  const kind = CALLOUT_KINDS.find((one) => one === form)
  if (kind) chain.wrapIn('callout', calloutAttributes(kind)).run()
}
