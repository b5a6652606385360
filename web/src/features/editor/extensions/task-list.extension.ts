import { TaskItem, TaskList } from '@tiptap/extension-list'
import { tickWithoutKeyboard } from './tick-without-keyboard.ts'

/** Task lists. The box is drawn; only its state is stored. */
export const taskExtensions = (labelOf: (item: string) => string) => [
  TaskList,
  TaskItem.extend({
    renderHTML({ node }) {
      return ['li', { 'data-type': 'taskItem', 'data-checked': String(node.attrs.checked === true) }, 0]
    },
    parseHTML() {
      return [{ tag: 'li[data-type="taskItem"]', priority: 51 }]
    },
    addNodeView() {
      const draw = this.parent?.()
      if (!draw) return null
      return (item) => {
        const view = draw(item)
        tickWithoutKeyboard(view.dom as HTMLElement, item)
        return view
      }
    },
  }).configure({ nested: true, a11y: { checkboxLabel: (node) => labelOf(node.textContent) } }),
]
