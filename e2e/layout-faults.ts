import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const MEASURE = readFileSync(join(import.meta.dirname, 'layout-faults.page.js'), 'utf8')

/** What people point with, and what that asks of a page. */
export interface Pointer {
  /** The smallest target in pixels: WCAG 2.2 asks for 24, a finger in a glove for 44. */
  target: number
  /** The smallest letters of a field in pixels: Safari zooms into a smaller one that is touched. */
  letters: number
}

export const MOUSE: Pointer = { target: 24, letters: 0 }
export const FINGER: Pointer = { target: 44, letters: 16 }
/** Nobody clicks on paper. */
export const NOTHING: Pointer = { target: 0, letters: 0 }

/** What is wrong with the layout of the page at its present width, one line each. */
export function findLayoutFaults(page: Page, pointer: Pointer = MOUSE): Promise<string[]> {
  return page.evaluate<string[]>(`(${MEASURE.slice(MEASURE.indexOf(';(') + 1).trim()})(${JSON.stringify(pointer)})`)
}
