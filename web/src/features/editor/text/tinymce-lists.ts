/** Converts check lists of TinyMCE, the editor of eLabFTW, into ours. */
export function adoptCheckLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul.tox-checklist')) {
    list.removeAttribute('class')
    list.setAttribute('data-type', 'taskList')
    for (const item of list.children) {
      item.setAttribute('data-type', 'taskItem')
      item.setAttribute('data-checked', String(item.classList.contains('tox-checklist--checked')))
      item.removeAttribute('class')
    }
  }
}
