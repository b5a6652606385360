/** The items of our task lists and of the check lists of TinyMCE. */
export const TASKS = 'ul[data-type="taskList"] > li, ul.tox-checklist > li'

export function isTicked(task: Element): boolean {
  return task.getAttribute('data-checked') === 'true' || task.classList.contains('tox-checklist--checked')
}

/** The sign of a task in every read-only view. */
export function boxOf(task: Element): string {
  return isTicked(task) ? '☑' : '☐'
}
