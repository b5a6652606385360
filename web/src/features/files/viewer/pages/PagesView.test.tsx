import type { PageWords } from '@aliquot/contract/page-words'
import type { Upload } from '@aliquot/contract/uploads'
import { beforeEach, expect, test, vi } from 'vitest'
import { buttonNow, findButton, findField, press, shownText, showPage, type } from '../../../../../test/page.tsx'
import { givenService, ours } from '../../../../../test/service.ts'
import { findWords } from './find-words.ts'
import { PagesView } from './PagesView.tsx'
import { selectedText } from './TextLayer.tsx'

/** Each letter is 10 points wide, each line 20 high. */
function pageOf(page: number, ...lines: string[]): PageWords {
  return {
    page,
    width: 600,
    height: 800,
    lines: lines.map((line, number) => {
      let x = 0
      return line.split(' ').map((text) => {
        const word = { text, x, y: 20 * number, width: 10 * text.length, height: 20 }
        x += word.width + 10
        return word
      })
    }),
  }
}

/** Whatever is observed is near. */
class Near {
  readonly #tell: (entries: { isIntersecting: boolean }[]) => void
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell
  }
  observe() {
    this.#tell([{ isIntersecting: true }])
  }
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Near)
})

let lastId = 500

function showPdf(pages: readonly PageWords[]) {
  lastId += 1
  const path = `GET /experiments/5/uploads/${lastId}/words`
  const asked: number[] = []
  const service = givenService({
    [path]: ({ url }) => {
      const first = Number(new URL(url).searchParams.get('page'))
      asked.push(first)
      return ours(pages.filter(({ page }) => page >= first && page < first + 16))
    },
  })
  const file = { id: lastId, type: 'experiments', item_id: 5, real_name: 'paper.pdf', pages: pages.length }
  showPage(<PagesView file={file as Upload} />)
  return { asked, service, path }
}

const currentOn = (page: number) => document.querySelector(`[data-page="${page}"] mark[data-current]`) !== null
const status = () => document.querySelector('[role="status"]')?.textContent

test('words are found whatever their case and accents, in parts of words and across line ends', () => {
  const page = pageOf(3, 'Élution of GFP', 'protein by gel')
  expect(findWords(page, 'elu')).toEqual([{ page: 3, boxes: [{ x: 0, y: 0, width: 30, height: 20 }] }])
  expect(findWords(page, 'gfp  PROTEIN')).toEqual([
    {
      page: 3,
      boxes: [
        { x: 110, y: 0, width: 30, height: 20 },
        { x: 0, y: 20, width: 70, height: 20 },
      ],
    },
  ])
  expect(findWords(page, 'e')).toHaveLength(3)
  expect(findWords(page, '  ')).toEqual([])
  expect(findWords(page, 'nothing')).toEqual([])
})

test('all pages are below each other, with their words over the pictures', async () => {
  const { asked } = showPdf([pageOf(1, 'first page'), pageOf(2, 'second page')])
  await expect.poll(() => document.querySelectorAll('[data-line]').length).toBe(2)
  expect([...document.querySelectorAll('img')].map(({ alt }) => alt)).toEqual([
    'Page 1 of 2 of paper.pdf',
    'Page 2 of 2 of paper.pdf',
  ])
  expect(shownText()).toContain('second page')
  expect(asked).toEqual([1])
})

test('what is copied has the words of a line on a line, from the first to the last selected letter', async () => {
  showPdf([pageOf(1, 'Elution of GFP', 'by gel filtration')])
  await expect.poll(() => document.querySelectorAll('[data-line] span').length).toBe(6)
  const [elution, , , , , filtration] = document.querySelectorAll('[data-line] span')
  const range = document.createRange()
  range.setStart(elution?.firstChild as Node, 3)
  range.setEnd(filtration?.firstChild as Node, 6)
  expect(selectedText(range)).toBe('tion of GFP\nby gel filtra')
})

test('a search counts what it finds in all pages, and goes from one to the next', async () => {
  const pages = Array.from({ length: 20 }, (_, index) =>
    pageOf(index + 1, index % 19 === 0 ? 'the GFP band' : 'nothing'),
  )
  const { asked } = showPdf(pages)
  const field = await findField('Find in document')
  type(field, 'gfp')
  await expect.poll(status).toBe('2 matches')
  expect(new Set(asked)).toEqual(new Set([1, 17]))
  await expect.poll(() => document.querySelectorAll('mark').length).toBe(2)
  press(field, 'Enter')
  await expect.poll(status).toBe('1 of 2')
  await expect.poll(() => currentOn(1)).toBe(true)
  ;(await findButton('Next match')).click()
  await expect.poll(status).toBe('2 of 2')
  await expect.poll(() => currentOn(20)).toBe(true)
  press(field, 'Enter')
  await expect.poll(status).toBe('1 of 2')
  press(field, 'Escape')
  await expect.poll(() => document.querySelectorAll('mark').length).toBe(0)
})

test('a scan says that it has no text, and its pictures stay', async () => {
  const { service, path } = showPdf([pageOf(1)])
  service.answers[path] = () => ours({ message: 'This page has no text' }, 404)
  type(await findField('Find in document'), 'gfp')
  await expect.poll(status).toBe('No text in this document')
  expect(document.querySelectorAll('img')).toHaveLength(1)
  expect(buttonNow('Next match')?.hasAttribute('disabled')).toBe(true)
})

test('pages are zoomed by buttons and keys, and fit the width again', async () => {
  showPdf([pageOf(1, 'first page')])
  const zoomIn = await findButton('Zoom in')
  const width = () => document.querySelector<HTMLElement>('[data-page]')?.parentElement?.style.width
  expect(width()).toBe('800px')
  zoomIn.click()
  await expect.poll(width).toBe('1000px')
  press(document.body, '-')
  await expect.poll(width).toBe('800px')
  ;(await findButton('Fit width')).click()
  await expect.poll(width).toBe('100%')
})
