import type { NodeViewRendererProps } from '@tiptap/core'
import { isTouch } from '../../../ui/is-touch.ts'

/**
 * Ticks an item by touch and leaves the focus where it is: in the text it would open the screen's keyboard, which hides
 * half of the list.
 */
export function tickWithoutKeyboard(dom: HTMLElement, { editor, getPos }: NodeViewRendererProps): void {
  const label = dom.querySelector<HTMLElement>(':scope > label')
  // A press beside the box, within its label, would also move the cursor.
  label?.addEventListener('mousedown', (event) => event.preventDefault())
  const tick = (event: Event) => {
    const position = getPos()
    if (!editor.isEditable || position === undefined || !isTouch()) return
    event.stopPropagation()
    const { checked } = event.target as HTMLInputElement
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, 'checked', checked))
  }
  label?.addEventListener('change', tick, { capture: true })
}
