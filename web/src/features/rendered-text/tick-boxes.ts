import { boxOf, isTicked, TASKS } from '../../ui/words/tasks.ts'
import styles from './written-text.module.css'

export interface TickMessages {
  ticked: string
  notTicked: string
}

/** Draws the box of each task in a read-only tree. It is text, so that it is copied, printed and read aloud. */
export function drawTickBoxes(tree: ParentNode, text: TickMessages): void {
  for (const task of tree.querySelectorAll(TASKS)) {
    const box = document.createElement('span')
    box.className = styles.box ?? ''
    box.setAttribute('role', 'img')
    box.setAttribute('aria-label', isTicked(task) ? text.ticked : text.notTicked)
    box.textContent = boxOf(task)
    task.prepend(box)
  }
}
