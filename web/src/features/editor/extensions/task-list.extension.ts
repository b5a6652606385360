import { TaskItem, TaskList } from '@tiptap/extension-list'

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
  }).configure({ nested: true, a11y: { checkboxLabel: (node) => labelOf(node.textContent) } }),
]
