import { expect, test, vi } from 'vitest'
import { showPage } from '../../../../test/page.tsx'
import { Outline } from './Outline.tsx'

test('the outline of a long text follows the reader', async () => {
  const headings = Array.from({ length: 60 }, (_, at) => {
    const element = document.createElement('h2')
    return { element, anchor: `section-${at}`, words: `Section ${at}`, depth: 0 }
  })
  // The reader is at section 40; a line of the outline has 20 px, and the outline 200.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const line = /^Section (\d+)$/.exec(this.textContent)?.[1]
    if (this.tagName === 'NAV') return new DOMRect(0, 0, 200, 200)
    if (line) return new DOMRect(0, Number(line) * 20, 200, 20)
    const at = headings.findIndex(({ element }) => element === this)
    return new DOMRect(0, at <= 40 ? 0 : 500, 600, 30)
  })
  showPage(<Outline headings={headings} />)
  await expect.poll(() => document.querySelector('[aria-current]')?.textContent).toBe('Section 40')
  await expect.poll(() => document.querySelector('nav')?.scrollTop).toBe(40 * 20 + 20 - 200)
})
