import type { Page } from 'playwright-core'

/** What is chosen or has the keyboard, but is not to be told from the rest where the system sets all colours. */
export function findUnmarked(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(${MEASURE})()`)
}

/** Runs in the page. Colours and shadows of the page are gone there; lines and weights stay. */
const MEASURE = `() => {
  const CHOSEN = '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"], [data-active="true"]'
  const FIELDS = 'input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="range"]), textarea, select'
  const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const lookOf = (one) => {
    const { borderStyle, borderWidth, outlineStyle, outlineWidth, fontWeight, textDecorationLine } = getComputedStyle(one)
    return [borderStyle, borderWidth, outlineStyle, outlineWidth, fontWeight, textDecorationLine].join()
  }
  const nameOf = (one) => one.tagName.toLowerCase() + ' “' + (one.getAttribute('aria-label') ?? one.textContent.trim()).slice(0, 40) + '”'
  const faults = []
  for (const one of [...document.querySelectorAll(CHOSEN)].filter(isShown)) {
    const alike = [...document.querySelectorAll(one.tagName)].find(
      (other) => !other.matches(CHOSEN) && other.className === one.className && isShown(other),
    )
    if (alike && lookOf(alike) === lookOf(one)) faults.push(nameOf(one) + ' is chosen and looks like ' + nameOf(alike))
  }
  for (const field of [...document.querySelectorAll(FIELDS)].filter(isShown).slice(0, 10)) {
    const before = lookOf(field)
    field.focus({ preventScroll: true })
    if (document.activeElement === field && lookOf(field) === before) faults.push(nameOf(field) + ' looks the same with the keyboard')
  }
  return faults
}`
