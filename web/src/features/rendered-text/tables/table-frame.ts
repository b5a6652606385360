import classes from './tables.module.css'

/** The element around a table that scrolls, so that the table itself stays a table. */
export function newFrame(): HTMLElement {
  const frame = document.createElement('div')
  frame.className = classes.frame ?? ''
  return frame
}

/** With this many columns, cells have less room around their words: a 96-well plate has 13. */
const DENSE = 10

export function noteColumns(frame: HTMLElement, columns: number): void {
  frame.toggleAttribute('data-dense', columns >= DENSE)
}

/** Shows on which sides there is more of what scrolls. `label` makes a table that scrolls reachable by keyboard. */
export function watchFrame(frame: HTMLElement, label?: string): () => void {
  const look = () => {
    const { scrollLeft, scrollWidth, clientWidth } = frame
    const start = Math.abs(scrollLeft) > 1 ? 'start' : ''
    const end = Math.abs(scrollLeft) + clientWidth < scrollWidth - 1 ? 'end' : ''
    const more = `${start} ${end}`.trim()
    if ((frame.dataset.more ?? '') === more) return
    if (more === '') delete frame.dataset.more
    else frame.dataset.more = more
    if (label !== undefined) makeReachable(frame, label, more !== '')
  }
  const observer = new ResizeObserver(look)
  observer.observe(frame)
  if (frame.firstElementChild) observer.observe(frame.firstElementChild)
  frame.addEventListener('scroll', look, { passive: true })
  return () => {
    observer.disconnect()
    frame.removeEventListener('scroll', look)
  }
}

function makeReachable(frame: HTMLElement, label: string, scrolls: boolean): void {
  const attributes = { tabindex: '0', role: 'group', 'aria-label': label }
  for (const [name, value] of Object.entries(attributes)) {
    if (scrolls) frame.setAttribute(name, value)
    else frame.removeAttribute(name)
  }
}
