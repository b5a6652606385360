import { boxOf, TASKS } from './tasks.ts'

/** The words of HTML or Markdown, a block per line. Nothing is loaded or run. */
export function plainText(source: string): string {
  const page = new DOMParser().parseFromString(source, 'text/html')
  for (const task of page.querySelectorAll(TASKS)) task.prepend(`${boxOf(task)} `)
  for (const block of page.querySelectorAll('p, li, tr, h1, h2, h3, h4, h5, h6, pre, blockquote, br, hr')) {
    block.append('\n')
    if (block.matches('br, hr')) block.after('\n')
  }
  for (const cell of page.querySelectorAll('td, th')) cell.append(' ')
  return (page.body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
}
