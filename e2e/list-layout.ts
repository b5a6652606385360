import type { Page } from 'playwright-core'

/** What is wrong with the layout of the list at the current width; each row must show this status. */
export function findLayoutFaults(page: Page, status: string): Promise<string[]> {
  return page.evaluate<string[]>(`(${MEASURE})(${JSON.stringify(status)})`)
}

/** Runs in the page: compares the boxes of all words in each row. */
const MEASURE = `(status) => {
  const faults = []
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth) faults.push('the page scrolls sideways')
  const boxOf = (element) => element.getBoundingClientRect()
  const isBeside = (a, b) => a.top < b.bottom - 3 && b.top < a.bottom - 3

  for (const row of document.querySelectorAll('[role="row"]')) {
    const title = row.querySelector('a')
    if (!title) continue
    const say = (fault) => faults.push(title.textContent + ': ' + fault)
    const parts = [...row.querySelectorAll('*')].filter((part) => hasWords(part) && isSeen(part, row))
    if (!parts.includes(title)) say('no title')
    if (!parts.some((part) => part.textContent === status)) say('no status')
    for (const [index, one] of parts.entries()) {
      const a = boxOf(one)
      if (a.right > boxOf(row).right + 1) say(one.textContent + ' sticks out')
      for (const other of parts.slice(index + 1)) {
        const b = boxOf(other)
        const isOver = a.left < b.right - 1 && b.left < a.right - 1 && isBeside(a, b)
        if (isOver) say(one.textContent + ' lies on ' + other.textContent)
      }
    }
    // Also an empty cell has its place, which a title must not take.
    const around = [...parts, ...row.querySelectorAll('[role="gridcell"]')].map(boxOf)
    const t = boxOf(title)
    const next = around.filter((b) => b.width > 0 && b.left >= t.right - 1 && isBeside(b, t)).map((b) => b.left)
    const room = Math.min(boxOf(row).right, ...next) - t.right
    const isCut = title.scrollWidth > title.clientWidth + 1
    if (isCut && room > 24) say('cut beside ' + Math.round(room) + ' px')
  }
  return faults

  function hasWords(part) {
    return [...part.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
  }

  /** Not what a line of the row hides because it has no room for it. */
  function isSeen(part, row) {
    if (!part.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { top, bottom, width } = boxOf(part)
    for (let outer = part.parentElement; outer !== row; outer = outer.parentElement) {
      const line = boxOf(outer)
      if (getComputedStyle(outer).overflow === 'hidden' && (top >= line.bottom || bottom <= line.top)) return false
    }
    return width > 0
  }
}`
